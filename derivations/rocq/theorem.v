
(* What the argument below uses: counting up, and that a slope and a limit are one. *)
Lemma counting_up : forall (P : R -> Prop) s, whole s -> P s ->
  (forall n, whole n -> s <= n -> P n -> P (n + 1)) -> forall n, whole n -> s <= n -> P n.
Proof.
  intros P s [a A] B S n [b N] L. subst. apply le_IZR in L.
  pattern b. apply (Z.right_induction (fun z => P (IZR z))) with (z := a); [intros x y E; subst; tauto | exact B | | exact L].
  intros z H Q. unfold Z.succ. rewrite plus_IZR. apply S; [exists z; reflexivity | apply IZR_le; exact H | exact Q].
Qed.
Lemma is_derive_same : forall (f : R -> R) x a b, is_derive f x a -> is_derive f x b -> a = b.
Proof. intros f x a b A B. apply is_derive_unique in A. apply is_derive_unique in B. rewrite <- A. exact B. Qed.
