"""What leaves: papers, notebooks, functions, pictures, and pages that move."""
