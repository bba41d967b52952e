"""What is shown: each module takes finished data and returns text, or plain data."""
