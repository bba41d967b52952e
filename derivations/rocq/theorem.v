
(* Letters for powers, where field does not end on these. *)
Ltac plain_letters :=
  repeat match goal with
  | |- context [exp ?x] => let a := fresh "P" in set (a := exp x) in *; clearbody a
  | |- context [power ?b ?e] => let a := fresh "P" in set (a := power b e) in *; clearbody a
  | |- context [ln ?x] => let a := fresh "P" in set (a := ln x) in *; clearbody a
  end.

(* What the argument below uses: counting up, and that a slope and a limit are one. *)
Lemma counting_up : forall (P : R -> Prop) s, whole s -> P s ->
  (forall n, whole n -> s <= n -> P n -> P (n + 1)) -> forall n, whole n -> s <= n -> P n.
Proof.
  intros P s [a A] B S n [b N] L. subst. apply le_IZR in L.
  pattern b. apply (Z.right_induction (fun z => P (IZR z))) with (z := a); [intros x y E; subst; tauto | exact B | | exact L].
  intros z H Q. unfold Z.succ. rewrite plus_IZR. apply S; [exists z; reflexivity | apply IZR_le; exact H | exact Q].
Qed.
Lemma counting_down : forall (P : R -> Prop) d s, whole s -> P s ->
  (forall n, whole n -> d <= n -> n + 1 <= s -> P (n + 1) -> P n) -> forall n, whole n -> d <= n -> n <= s -> P n.
Proof.
  intros P d s [a A] B T n [b N] D L. subst. apply le_IZR in L.
  assert (K : forall c : nat, (b <= a - Z.of_nat c)%Z -> P (IZR (a - Z.of_nat c))).
  { induction c as [| c IH]; intro C; [rewrite Z.sub_0_r; exact B |].
    assert (E : IZR (a - Z.of_nat (S c)) + 1 = IZR (a - Z.of_nat c)) by (rewrite <- plus_IZR; f_equal; lia).
    apply T; [exists (a - Z.of_nat (S c))%Z; reflexivity | apply IZR_le in C; lra | | rewrite E; apply IH; lia].
    rewrite E. apply IZR_le. lia. }
  replace b with (a - Z.of_nat (Z.to_nat (a - b)))%Z by lia. apply K. lia.
Qed.
Lemma next_within : forall s n, s <= n -> s <= n + 1.
Proof. intros. lra. Qed.
Lemma is_derive_same : forall (f : R -> R) x a b, is_derive f x a -> is_derive f x b -> a = b.
Proof. intros f x a b A B. apply is_derive_unique in A. apply is_derive_unique in B. rewrite <- A. exact B. Qed.

(* Where a letter goes, while others are functions of it: beyond all bounds, or down to zero. *)
Definition far : (R -> Prop) -> Prop := Rbar_locally p_infty.
Definition near : (R -> Prop) -> Prop := at_right 0.
Global Instance far_proper : ProperFilter far := Rbar_locally_filter p_infty.
Global Instance near_proper : ProperFilter near := at_right_proper_filter 0.
Definition counting : (R -> Prop) -> Prop := within whole far.
Global Instance counting_proper : ProperFilter counting.
Proof.
  apply Build_ProperFilter; [| apply within_filter; exact filter_filter].
  intros P [M H]. exists (IZR (up M)). destruct (archimed M) as [A _]. apply H; [exact A | exists (up M); reflexivity].
Qed.
Lemma as_it_counts : forall (f : R -> R) l, filterlim f far (locally l) -> filterlim f counting (locally l).
Proof. intros f l L. apply (filterlim_filter_le_1 (F := far) f); [apply filter_le_within | exact L]. Qed.
Lemma far_from : forall (P : R -> Prop) M, (forall x, M < x -> P x) -> far P.
Proof. intros P M H. exists M. exact H. Qed.
Lemma counting_from : forall (P : R -> Prop) M, (forall x, M < x -> whole x -> P x) -> counting P.
Proof. intros P M H. exists M. exact H. Qed.
Lemma near_from : forall (P : R -> Prop) e, 0 < e -> (forall x, 0 < x -> x < e -> P x) -> near P.
Proof.
  intros P e E H. exists (mkposreal e E). intros x B X. apply H; [exact X |].
  unfold ball in B; simpl in B; unfold AbsRing_ball, abs, minus, plus, opp in B; simpl in B. apply Rabs_def2 in B. lra.
Qed.
Lemma same_limit : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f : R -> R) a b,
  filterlim f F (locally a) -> filterlim f F (locally b) -> a = b.
Proof. intros F P f a b A B. exact (filterlim_locally_unique f a b A B). Qed.
Lemma limit_of_same : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f g : R -> R) l,
  F (fun x => f x = g x) -> filterlim g F (locally l) -> filterlim f F (locally l).
Proof.
  intros F P f g l E L. apply (filterlim_ext_loc g f); [| exact L]. revert E. apply filter_imp. intros x E. symmetry. exact E.
Qed.
Lemma lasting : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (Q : Prop), F (fun _ => Q) -> Q.
Proof. intros F P Q H. destruct (filter_ex (fun _ : R => Q) H) as [_ K]. exact K. Qed.
Lemma limit_above : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f g : R -> R) a b,
  F (fun x => f x <= g x) -> filterlim f F (locally a) -> filterlim g F (locally b) -> a <= b.
Proof.
  intros F P f g a b H A B. destruct (Rle_dec a b) as [L | L]; [exact L |]. exfalso.
  assert (D : 0 < (a - b) / 2) by lra.
  pose proof (A _ (locally_ball a (mkposreal _ D))) as U. pose proof (B _ (locally_ball b (mkposreal _ D))) as V.
  unfold filtermap in U, V. pose proof (filter_and _ _ H (filter_and _ _ U V)) as W. destruct (filter_ex _ W) as [x [X [Y Z]]].
  unfold ball in Y, Z; simpl in Y, Z; unfold AbsRing_ball, abs, minus, plus, opp in Y, Z; simpl in Y, Z.
  apply Rabs_def2 in Y. apply Rabs_def2 in Z. lra.
Qed.
Lemma limit_const : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) c, filterlim (fun _ : R => c) F (locally (c : R)).
Proof. intros F P c. apply filterlim_const. Qed.
Lemma limit_nonneg : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f : R -> R) l,
  F (fun x => 0 <= f x) -> filterlim f F (locally l) -> 0 <= l.
Proof. intros F P f l H L. exact (limit_above F P (fun _ => 0) f 0 l H (limit_const F P 0) L). Qed.
Lemma limits_equal : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f g : R -> R) a b,
  F (fun x => f x = g x) -> filterlim f F (locally a) -> filterlim g F (locally b) -> a = b.
Proof. intros F P f g a b E A B. exact (same_limit F P f a b A (limit_of_same F P f g b E B)). Qed.
Lemma goes_plus : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f g : R -> R) a b,
  filterlim f F (locally a) -> filterlim g F (locally b) -> filterlim (fun x => f x + g x) F (locally (a + b)).
Proof.
  intros F P f g a b A B. apply (filterlim_comp_2 (F := F) f g Rplus A B). apply (filterlim_plus (V := R_NormedModule) a b).
Qed.
Lemma goes_times : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f g : R -> R) a b,
  filterlim f F (locally a) -> filterlim g F (locally b) -> filterlim (fun x => f x * g x) F (locally (a * b)).
Proof.
  intros F P f g a b A B. apply (filterlim_comp_2 (F := F) f g Rmult A B). apply (filterlim_mult (K := R_AbsRing) a b).
Qed.
Lemma goes_continuous : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f h : R -> R) a,
  continuous h a -> filterlim f F (locally a) -> filterlim (fun x => h (f x)) F (locally (h a)).
Proof. intros F P f h a C A. exact (filterlim_comp _ _ _ f h F (locally a) (locally (h a)) A C). Qed.
Lemma goes_opp : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f : R -> R) a,
  filterlim f F (locally a) -> filterlim (fun x => - f x) F (locally (- a)).
Proof.
  intros F P f a. apply (goes_continuous F P f Ropp a). apply (continuous_opp (fun x : R => x) a). apply continuous_id.
Qed.
Lemma goes_inv : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f : R -> R) a,
  a <> 0 -> filterlim f F (locally a) -> filterlim (fun x => / f x) F (locally (/ a)).
Proof. intros F P f a N. apply (goes_continuous F P f Rinv a). apply continuous_Rinv. exact N. Qed.
Lemma goes_pow : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f : R -> R) a n,
  filterlim f F (locally a) -> filterlim (fun x => f x ^ n) F (locally (a ^ n)).
Proof.
  intros F P f a n A. induction n as [| n IH]; simpl; [exact (limit_const F P 1) | exact (goes_times F P f _ a _ A IH)].
Qed.
Lemma goes_exp : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f : R -> R) a,
  filterlim f F (locally a) -> filterlim (fun x => exp (f x)) F (locally (exp a)).
Proof. intros F P f a. apply (goes_continuous F P f exp a). apply continuous_exp. Qed.
Lemma limits_apart : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f g : R -> R) a b,
  a < b -> filterlim f F (locally a) -> filterlim g F (locally b) -> F (fun x => f x < g x).
Proof.
  intros F P f g a b H A B. assert (D : 0 < (b - a) / 2) by lra.
  pose proof (A _ (locally_ball a (mkposreal _ D))) as U. pose proof (B _ (locally_ball b (mkposreal _ D))) as V.
  unfold filtermap in U, V. pose proof (filter_and _ _ U V) as W. revert W. apply filter_imp. intros x [Y Z].
  unfold ball in Y, Z; simpl in Y, Z; unfold AbsRing_ball, abs, minus, plus, opp in Y, Z; simpl in Y, Z.
  apply Rabs_def2 in Y. apply Rabs_def2 in Z. lra.
Qed.
Lemma positive_soon : forall (F : (R -> Prop) -> Prop) (P : ProperFilter F) (f : R -> R) l,
  0 < l -> filterlim f F (locally l) -> F (fun x => 0 < f x).
Proof. intros F P f l A L. exact (limits_apart F P (fun _ => 0) f 0 l A (limit_const F P 0) L). Qed.
Lemma ceiling_equal : forall n x, whole n -> x <= n -> n < x + 1 -> n = ceiling x.
Proof.
  intros n x W A B. apply Rle_antisym; [| apply ceiling_least; assumption].
  destruct (Rle_dec n (ceiling x)) as [L | L]; [exact L |]. exfalso.
  assert (G : ceiling x + 1 <= n) by (apply whole_gap; [exact W | apply ceiling_whole | lra]).
  pose proof (ceiling_above x). lra.
Qed.
Lemma square_root : forall a b, 0 < a -> a * a = b -> a = power b (1 / 2).
Proof.
  intros a b A E. subst. rewrite power_exp by (apply Rmult_lt_0_compat; assumption). rewrite ln_mult by assumption.
  replace (1 / 2 * (ln a + ln a)) with (ln a) by field. symmetry. apply exp_ln. exact A.
Qed.
Ltac at_numbers :=
  intros; cbv beta;
  lazymatch goal with
  | |- _ = ceiling _ => apply ceiling_equal; closed
  | |- _ = power _ (1 / 2) => first [apply square_root; [lra | field] | closed]
  | |- _ => closed
  end.

(* a least value: a slope that is zero there, and rises wherever it is zero *)
Lemma close_values : forall (f : R -> R) z d e, is_derive f z d -> 0 < e ->
  exists r, 0 < r /\ forall t, Rabs (t - z) < r -> Rabs (f t - f z) < e.
Proof.
  intros f z d e D E. assert (C : continuity_pt f z).
  { apply continuity_pt_filterlim. apply (ex_derive_continuous f z). exists d. exact D. }
  destruct (C e E) as [r [R0 H]]. exists r. split; [exact R0 |]. intros t T.
  destruct (Req_dec t z) as [K | K]; [subst; rewrite Rminus_diag_eq by reflexivity; rewrite Rabs_R0; exact E |].
  apply (H t). split; [split; [exact I | intro J; apply K; symmetry; exact J] | exact T].
Qed.
Lemma rising_from : forall (f f1 f2 : R -> R) v x, v < x ->
  (forall t, v <= t <= x -> is_derive f t (f1 t)) -> (forall t, v <= t <= x -> is_derive f1 t (f2 t)) ->
  f1 v = 0 -> (forall t, v <= t <= x -> f1 t = 0 -> 0 < f2 t) -> f v <= f x.
Proof.
  intros f f1 f2 v x V D1 D2 Z B. apply Rnot_lt_le. intro L.
  destruct (MVT_gen f v x f1) as [c [C E]].
  { intros t T. rewrite Rmin_left, Rmax_right in T by lra. apply D1. lra. }
  { intros t T. rewrite Rmin_left, Rmax_right in T by lra. apply continuity_pt_filterlim.
    apply (ex_derive_continuous f t). exists (f1 t). apply D1. lra. }
  rewrite Rmin_left, Rmax_right in C by lra.
  assert (N : f1 c < 0).
  { apply Rnot_le_lt. intro K. assert (0 <= f1 c * (x - v)) by (apply Rmult_le_pos; lra). lra. }
  destruct (completeness (fun t => v <= t <= c /\ 0 <= f1 t)) as [z [U M]].
  { exists c. intros t [T _]. lra. }
  { exists v. rewrite Z. lra. }
  assert (Zl : v <= z) by (apply U; rewrite Z; lra).
  assert (Zr : z <= c) by (apply M; intros t [T _]; lra).
  assert (Zx : v <= z <= x) by lra.
  assert (F : f1 z = 0).
  { destruct (Rtotal_order (f1 z) 0) as [K | [K | K]]; [| exact K |]; exfalso.
    - destruct (close_values f1 z (f2 z) (- f1 z) (D2 z Zx) ltac:(lra)) as [r [R0 H]].
      assert (z <= z - r / 2); [| lra]. apply M. intros t [T P]. apply Rnot_lt_le. intro Q.
      assert (t <= z) by (apply U; split; assumption).
      specialize (H t). rewrite Rabs_left1 in H by lra. specialize (H ltac:(lra)). apply Rabs_def2 in H. lra.
    - assert (ZK : z < c). { destruct Zr as [Q | Q]; [exact Q |]. subst. lra. }
      destruct (close_values f1 z (f2 z) (f1 z) (D2 z Zx) K) as [r [R0 H]].
      assert (T : z + Rmin (r / 2) (c - z) <= z).
      { apply U. pose proof (Rmin_l (r / 2) (c - z)). pose proof (Rmin_r (r / 2) (c - z)).
        assert (0 < Rmin (r / 2) (c - z)) by (apply Rmin_glb_lt; lra). split; [lra |].
        specialize (H (z + Rmin (r / 2) (c - z))). rewrite Rabs_right in H by lra. specialize (H ltac:(lra)).
        apply Rabs_def2 in H. lra. }
      assert (0 < Rmin (r / 2) (c - z)) by (apply Rmin_glb_lt; lra). lra. }
  assert (P : 0 < f2 z) by (apply B; assumption).
  assert (ZC : z < c). { destruct Zr as [Q | Q]; [exact Q |]. subst. lra. }
  pose proof (D2 z Zx) as D. apply is_derive_Reals in D.
  destruct (D (f2 z) P) as [[r R0] H]. simpl in H.
  assert (K : 0 < Rmin (r / 2) (c - z)) by (apply Rmin_glb_lt; lra).
  pose proof (Rmin_l (r / 2) (c - z)). pose proof (Rmin_r (r / 2) (c - z)).
  set (h := Rmin (r / 2) (c - z)) in *.
  specialize (H h ltac:(lra)). rewrite (Rabs_right h) in H by lra. specialize (H ltac:(lra)).
  apply Rabs_def2 in H. destruct H as [_ H]. rewrite F, Rminus_0_r in H.
  assert (Y : 0 < f1 (z + h) / h) by lra.
  assert (ZF : 0 < f1 (z + h)).
  { replace (f1 (z + h)) with (f1 (z + h) / h * h) by (field; lra). apply Rmult_lt_0_compat; assumption. }
  assert (z + h <= z) by (apply U; split; lra). lra.
Qed.
Lemma falling_to : forall (f f1 f2 : R -> R) v x, x < v ->
  (forall t, x <= t <= v -> is_derive f t (f1 t)) -> (forall t, x <= t <= v -> is_derive f1 t (f2 t)) ->
  f1 v = 0 -> (forall t, x <= t <= v -> f1 t = 0 -> 0 < f2 t) -> f v <= f x.
Proof.
  intros f f1 f2 v x V D1 D2 Z B.
  assert (O : forall t : R, is_derive (fun u : R => - u) t (-1)).
  { intro t. apply (is_derive_opp (fun u : R => u) t 1). apply (is_derive_id t). }
  pose proof (rising_from (fun t => f (- t)) (fun t => - f1 (- t)) (fun t => f2 (- t)) (- v) (- x) ltac:(lra)) as G.
  cbv beta in G. rewrite !Ropp_involutive in G. apply G.
  - intros t T. replace (- f1 (- t)) with (-1 * f1 (- t)) by ring.
    apply (is_derive_comp f (fun u : R => - u) t (f1 (- t)) (-1)); [apply D1; lra | apply O].
  - intros t T. replace (f2 (- t)) with (- (-1 * f2 (- t))) by ring. apply (is_derive_opp (fun u : R => f1 (- u)) t).
    apply (is_derive_comp f1 (fun u : R => - u) t (f2 (- t)) (-1)); [apply D2; lra | apply O].
  - rewrite Z. ring.
  - intros t T E. apply B; lra.
Qed.
Lemma least_by_slope : forall (f f1 f2 : R -> R) (I : R -> Prop) v x,
  (forall a b t, I a -> I b -> a <= t <= b -> I t) -> I v -> I x ->
  (forall t, I t -> is_derive f t (f1 t)) -> (forall t, I t -> is_derive f1 t (f2 t)) ->
  f1 v = 0 -> (forall t, I t -> f1 t = 0 -> 0 < f2 t) -> f v <= f x.
Proof.
  intros f f1 f2 I v x W V X D1 D2 Z B. destruct (Rtotal_order v x) as [L | [L | L]].
  - apply (rising_from f f1 f2 v x L); [| | exact Z |]; intros t T; [apply D1 | apply D2 | apply B]; apply (W v x t); assumption.
  - subst. lra.
  - apply (falling_to f f1 f2 v x L); [| | exact Z |]; intros t T; [apply D1 | apply D2 | apply B]; apply (W x v t); assumption.
Qed.
