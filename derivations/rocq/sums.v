(* sums with given ends: what a witness with a sum in it begins with *)
Lemma sum_of_numbers : forall (f : R -> R) (a b : Z), sum_over f (IZR a) (IZR b) =
  fold_right Rplus 0 (map (fun z : Z => f (IZR z))
    (map (fun k : nat => (a + Z.of_nat k)%Z) (seq 0 (Z.to_nat (b - a + 1))))).
Proof.
  intros f a b. unfold sum_over. rewrite !int_part_whole, map_map. apply f_equal. apply map_ext. intro k.
  rewrite INR_IZR_INZ, plus_IZR. reflexivity.
Qed.
Ltac sums_written :=
  rewrite !sum_of_numbers;
  repeat match goal with |- context [map (fun k : nat => (?a + Z.of_nat k)%Z) ?s] =>
    let t := constr:(map (fun k : nat => (a + Z.of_nat k)%Z) s) in
    let v := eval vm_compute in t in
    replace t with v by (vm_compute; reflexivity) end;
  cbn [map fold_right]; cbv beta.

