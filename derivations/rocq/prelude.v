(* What the lemmas below use: powers, rounding, sums and exclusive ors that are total, and lemmas on signs. *)
Definition whole (x : R) : Prop := exists n : Z, x = IZR n.

(* b^e: the power of a whole exponent is a product; any other one is 0 for b <= 0. *)
Definition power (b e : R) : R :=
  if Req_EM_T e (IZR (Int_part e)) then powerRZ b (Int_part e)
  else if Rle_dec b 0 then 0 else exp (e * ln b).

Definition ceiling (x : R) : R := - IZR (Int_part (- x)).
Definition factorial (x : R) : R := INR (fact (Z.to_nat (Int_part x))).
Definition bits_xor (a b : R) : R := IZR (Z.lxor (Int_part a) (Int_part b)).

(* over the whole numbers from a to b; none if b < a *)
Definition sum_over (f : R -> R) (a b : R) : R :=
  fold_right Rplus 0
    (map (fun n : nat => f (a + INR n)) (seq 0 (Z.to_nat (Int_part b - Int_part a + 1)))).
Definition product_over (f : R -> R) (a b : R) : R :=
  fold_right Rmult 1
    (map (fun n : nat => f (a + INR n)) (seq 0 (Z.to_nat (Int_part b - Int_part a + 1)))).

(* signs *)
Lemma number_pos : forall p : positive, 0 < IZR (Zpos p).
Proof. intro p. apply (IZR_lt 0). reflexivity. Qed.
Lemma div_pos : forall a b, 0 < a -> 0 < b -> 0 < a / b.
Proof. intros. apply Rdiv_lt_0_compat; assumption. Qed.
Lemma div_nonneg : forall a b, 0 <= a -> 0 < b -> 0 <= a / b.
Proof. intros a b H K. apply Rmult_le_pos; [exact H | left; apply Rinv_0_lt_compat; exact K]. Qed.
Lemma pos_nonneg : forall a, 0 < a -> 0 <= a.
Proof. intros. lra. Qed.
Lemma pos_nonzero : forall a, 0 < a -> a <> 0.
Proof. intros. lra. Qed.
Lemma neg_nonzero : forall a, 0 < - a -> a <> 0.
Proof. intros. lra. Qed.
Lemma pow_pos : forall a n, 0 < a -> 0 < a ^ n.
Proof. intros. apply pow_lt. assumption. Qed.
Lemma pow_nonneg : forall a n, 0 <= a -> 0 <= a ^ n.
Proof. intros. apply pow_le. assumption. Qed.
Lemma square_nonneg : forall a n, 0 <= a ^ (2 * n).
Proof. intros. rewrite pow_mult. apply pow_le. apply pow2_ge_0. Qed.
Lemma even_nonneg : forall a n m, n = (2 * m)%nat -> 0 <= a ^ n.
Proof. intros a n m E. rewrite E. apply square_nonneg. Qed.
Lemma even_pos : forall a n m, n = (2 * m)%nat -> a <> 0 -> 0 < a ^ n.
Proof.
  intros a n m E H. destruct (even_nonneg a n m E) as [K | K]; [exact K |].
  exfalso. exact (pow_nonzero a n H (eq_sym K)).
Qed.
Lemma max_pos_l : forall a b, 0 < a -> 0 < Rmax a b.
Proof. intros a b H. pose proof (Rmax_l a b). lra. Qed.
Lemma max_pos_r : forall a b, 0 < b -> 0 < Rmax a b.
Proof. intros a b H. pose proof (Rmax_r a b). lra. Qed.
Lemma max_nonneg_l : forall a b, 0 <= a -> 0 <= Rmax a b.
Proof. intros a b H. pose proof (Rmax_l a b). lra. Qed.
Lemma max_nonneg_r : forall a b, 0 <= b -> 0 <= Rmax a b.
Proof. intros a b H. pose proof (Rmax_r a b). lra. Qed.
Lemma min_pos : forall a b, 0 < a -> 0 < b -> 0 < Rmin a b.
Proof. intros. apply Rmin_glb_lt; assumption. Qed.
Lemma min_nonneg : forall a b, 0 <= a -> 0 <= b -> 0 <= Rmin a b.
Proof. intros. apply Rmin_glb; assumption. Qed.
Lemma factor_pos : forall d k g, d = k * g -> 0 < d -> 0 < g -> 0 < k.
Proof.
  intros d k g E H G. replace k with (d / g) by (rewrite E; field; lra).
  apply div_pos; assumption.
Qed.
Lemma factor_nonneg : forall d k g, d = k * g -> 0 <= d -> 0 < g -> 0 <= k.
Proof.
  intros d k g E H G. replace k with (d / g) by (rewrite E; field; lra).
  apply div_nonneg; assumption.
Qed.
Lemma factor_nonzero : forall d k g, d = k * g -> d <> 0 -> k <> 0.
Proof. intros d k g E H K. apply H. rewrite E, K. ring. Qed.
Lemma by_equal_pos : forall a b, a = b -> 0 < b -> 0 < a.
Proof. intros a b E H. rewrite E. exact H. Qed.
Lemma by_equal_nonneg : forall a b, a = b -> 0 <= b -> 0 <= a.
Proof. intros a b E H. rewrite E. exact H. Qed.
Lemma by_equal_nonzero : forall a b, a = b -> b <> 0 -> a <> 0.
Proof. intros a b E H. rewrite E. exact H. Qed.
Lemma times_nonzero : forall a b, a <> 0 -> b <> 0 -> a * b <> 0.
Proof. intros a b H K. apply Rmult_integral_contrapositive_currified; assumption. Qed.
Lemma div_nonzero : forall a b, a <> 0 -> b <> 0 -> a / b <> 0.
Proof. intros a b H K. apply times_nonzero; [exact H | apply Rinv_neq_0_compat; exact K]. Qed.
Lemma opp_nonzero : forall a, a <> 0 -> - a <> 0.
Proof. intros a H K. apply H. lra. Qed.

Lemma negative_number : forall p q : positive, IZR (Zneg p) <> 0.
Proof. intros p q. apply not_0_IZR. discriminate. Qed.
Lemma from_one : forall a, 1 <= a -> 0 < a.
Proof. intros. lra. Qed.

Lemma left_nonzero : forall a b, a * b <> 0 -> a <> 0.
Proof. intros a b H E. apply H. rewrite E. ring. Qed.
Lemma right_nonzero : forall a b, a * b <> 0 -> b <> 0.
Proof. intros a b H E. apply H. rewrite E. ring. Qed.
Lemma base_nonzero : forall a n, a ^ S n <> 0 -> a <> 0.
Proof. intros a n H E. apply H. rewrite E. simpl. ring. Qed.
Ltac apart H :=
  lazymatch type of H with
  | ?a * ?b <> 0 =>
      let l := fresh in let r := fresh in
      pose proof (left_nonzero a b H) as l; pose proof (right_nonzero a b H) as r; apart l; apart r
  | ?a ^ S ?n <> 0 => let b := fresh in pose proof (base_nonzero a n H) as b; apart b
  | _ => idtac
  end.

(* sums of what is given *)
Lemma term_zero : forall n a b, a = b -> n * (a + - b) = 0.
Proof. intros n a b E. rewrite E. ring. Qed.
Lemma term_same : forall n a b, a = b -> 0 <= n * (a + - b).
Proof. intros n a b E. rewrite (term_zero n a b E). lra. Qed.
Lemma term_nonneg : forall n a b, 0 <= n -> b <= a -> 0 <= n * (a + - b).
Proof. intros. apply Rmult_le_pos; lra. Qed.
Lemma term_pos : forall n a b, 0 < n -> b < a -> 0 < n * (a + - b).
Proof. intros. apply Rmult_lt_0_compat; lra. Qed.
Lemma plus_zero : forall a b, a = 0 -> b = 0 -> a + b = 0.
Proof. intros. lra. Qed.
Lemma equal_by : forall l r m s, m <> 0 -> s = 0 -> (l + - r) * m = s -> l = r.
Proof.
  intros l r m s M S E. rewrite S in E. destruct (Rmult_integral _ _ E) as [K | K]; [lra | contradiction].
Qed.
Lemma apart_by : forall l r m s, 0 < s -> (l + - r) * m = s -> l <> r.
Proof. intros l r m s S E K. rewrite K in E. replace ((r + - r) * m) with 0 in E by ring. lra. Qed.
Lemma above_by : forall l r m s, 0 < m -> 0 < s -> (l + - r) * m = s -> r < l.
Proof.
  intros l r m s M S E. assert (K : 0 < l + - r) by (apply (factor_pos s _ m); [symmetry; exact E | exact S | exact M]).
  lra.
Qed.
Lemma not_below_by : forall l r m s, 0 < m -> 0 <= s -> (l + - r) * m = s -> r <= l.
Proof.
  intros l r m s M S E.
  assert (K : 0 <= l + - r) by (apply (factor_nonneg s _ m); [symmetry; exact E | exact S | exact M]).
  lra.
Qed.
Lemma nonzero_by : forall a b l r q, l <> r -> l + - r = (a + - b) * q -> a <> b.
Proof. intros a b l r q H E K. apply H. rewrite K in E. replace ((b + - b) * q) with 0 in E by ring. lra. Qed.
Lemma difference_pos : forall a b, b < a -> 0 < a + - b.
Proof. intros. lra. Qed.
Lemma difference_nonneg : forall a b, b <= a -> 0 <= a + - b.
Proof. intros. lra. Qed.
Lemma difference_nonzero : forall a b, a <> b -> a + - b <> 0.
Proof. intros a b H K. apply H. lra. Qed.
Lemma from_pos : forall l r s, 0 < s -> l + - r = s -> r < l.
Proof. intros. lra. Qed.
Lemma from_nonneg : forall l r s, 0 <= s -> l + - r = s -> r <= l.
Proof. intros. lra. Qed.
Lemma from_nonzero : forall l r s, s <> 0 -> l + - r = s -> l <> r.
Proof. intros l r s H E K. apply H. lra. Qed.

(* order *)
Lemma strict : forall a b, b <= a -> a <> b -> b < a.
Proof. intros. lra. Qed.
Lemma both_ways : forall a b, b <= a -> a <= b -> a = b.
Proof. intros. lra. Qed.
Lemma one_of_two : forall a b, b <= a \/ a <= b.
Proof. intros. lra. Qed.
Lemma lt_apart : forall a b, b < a -> a <> b.
Proof. intros. lra. Qed.
Lemma same_above : forall a b, a = b -> b <= a.
Proof. intros. lra. Qed.

(* max and min *)
Lemma max_first : forall a b, b <= a -> Rmax a b = a.
Proof. intros. apply Rmax_left. assumption. Qed.
Lemma max_second : forall a b, a <= b -> Rmax a b = b.
Proof. intros. apply Rmax_right. assumption. Qed.
Lemma min_first : forall a b, a <= b -> Rmin a b = a.
Proof. intros. apply Rmin_left. assumption. Qed.
Lemma min_second : forall a b, b <= a -> Rmin a b = b.
Proof. intros. apply Rmin_right. assumption. Qed.
Lemma max_scaled : forall k a b, 0 < k -> k * Rmax a b = Rmax (k * a) (k * b).
Proof. intros. symmetry. apply RmaxRmult. lra. Qed.
Lemma min_scaled : forall k a b, 0 < k -> k * Rmin a b = Rmin (k * a) (k * b).
Proof.
  intros k a b K. unfold Rmin. destruct (Rle_dec a b) as [H | H]; destruct (Rle_dec (k * a) (k * b)) as [J | J];
    try reflexivity; exfalso.
  - apply J. apply Rmult_le_compat_l; lra.
  - apply Rmult_le_reg_l in J; lra.
Qed.
Ltac extremum := unfold Rmax, Rmin; repeat destruct Rle_dec; lra.

(* powers and logarithms *)
Lemma int_part_whole : forall z : Z, Int_part (IZR z) = z.
Proof.
  intro z. destruct (base_Int_part (IZR z)) as [H K]. apply le_IZR in H.
  assert (J : IZR z < IZR (Int_part (IZR z) + 1)) by (rewrite plus_IZR; lra). apply lt_IZR in J. lia.
Qed.
Lemma power_whole : forall b (z : Z), power b (IZR z) = powerRZ b z.
Proof.
  intros b z. unfold power. rewrite int_part_whole. destruct (Req_EM_T (IZR z) (IZR z)) as [E | E]; [reflexivity |].
  exfalso. apply E. reflexivity.
Qed.
Lemma power_exp : forall b e, 0 < b -> power b e = exp (e * ln b).
Proof.
  intros b e H. unfold power. destruct (Req_EM_T e (IZR (Int_part e))) as [E | E].
  - rewrite (powerRZ_Rpower b (Int_part e) H). unfold Rpower. rewrite <- E. reflexivity.
  - destruct (Rle_dec b 0); [lra | reflexivity].
Qed.
Lemma power_pos : forall b e, 0 < b -> 0 < power b e.
Proof. intros. rewrite power_exp by assumption. apply exp_pos. Qed.
Lemma power_nonneg : forall b e, 0 <= b -> 0 <= power b e.
Proof.
  intros b e [H | H]; [left; apply power_pos; exact H |]. unfold power.
  destruct (Req_EM_T e (IZR (Int_part e))); [| destruct (Rle_dec b 0); lra].
  destruct (Int_part e) as [| p | p]; unfold powerRZ; [lra | apply pow_le; lra |].
  subst b. rewrite pow_ne_zero by lia. rewrite Rinv_0. lra.
Qed.
Lemma power_below : forall b e, 0 <= b -> b <= 1 -> 0 <= e -> power b e <= 1.
Proof.
  intros b e [H | H] L E.
  - rewrite power_exp by assumption. rewrite <- exp_0.
    assert (ln b <= 0) by (rewrite <- ln_1; destruct L as [L | L]; [left; apply ln_increasing; lra | subst b; lra]).
    assert (e * ln b <= 0) by nra.
    destruct (Rle_lt_or_eq_dec _ _ H1) as [K | K]; [left; apply exp_increasing; lra | rewrite K; lra].
  - subst b. unfold power. destruct (Req_EM_T e (IZR (Int_part e))) as [K |]; [| destruct (Rle_dec 0 0); lra].
    destruct (Int_part e) as [| p | p]; unfold powerRZ; [lra | rewrite pow_ne_zero by lia; lra |].
    exfalso. rewrite K in E. apply le_IZR in E. lia.
Qed.
Lemma power_tangent : forall b e, 0 < b -> power b e * (1 + -1 * e * ln b) <= 1.
Proof.
  intros b e H. rewrite power_exp by assumption. set (u := e * ln b).
  replace (1 + -1 * e * ln b) with (1 + - u) by (unfold u; ring).
  pose proof (exp_ineq1_le (- u)) as K. pose proof (exp_pos u) as P.
  replace 1 with (exp u * exp (- u)) at 2 by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  apply Rmult_le_compat_l; lra.
Qed.
Lemma power_front : forall c b e, 0 < c -> power (c * b) e = power c e * power b e.
Proof.
  intros c b e C. unfold power. destruct (Req_EM_T e (IZR (Int_part e))) as [E | E].
  - destruct (Int_part e) as [| p | p]; unfold powerRZ; [ring | apply Rpow_mult_distr |].
    rewrite Rpow_mult_distr. apply Rinv_mult.
  - destruct (Rle_dec c 0); [lra |]. destruct (Rle_dec b 0) as [B | B]; destruct (Rle_dec (c * b) 0) as [P | P].
    + ring.
    + exfalso. apply P. rewrite <- (Rmult_0_r c). apply Rmult_le_compat_l; lra.
    + exfalso. pose proof (Rmult_lt_0_compat c b C). lra.
    + rewrite ln_mult by lra. rewrite Rmult_plus_distr_l. apply exp_plus.
Qed.
Lemma ln_times : forall a b u v, 0 < a -> 0 < b -> ln a = u -> ln b = v -> ln (a * b) = u + v.
Proof. intros a b u v H K U V. rewrite (ln_mult a b H K), U, V. reflexivity. Qed.
Lemma ln_inverse : forall a u, 0 < a -> ln a = u -> ln (/ a) = - u.
Proof. intros a u H U. rewrite (ln_Rinv a H), U. reflexivity. Qed.
Lemma ln_pow_nat : forall a u n, 0 < a -> ln a = u -> ln (a ^ n) = IZR (Z.of_nat n) * u.
Proof.
  intros a u n H U. subst u. rewrite <- INR_IZR_INZ. induction n as [| n IH]; [rewrite pow_O, ln_1; simpl; ring |].
  rewrite S_INR. simpl pow. rewrite ln_mult, IH; [ring | exact H | apply pow_lt; exact H].
Qed.
Lemma ln_power : forall b e u, 0 < b -> ln b = u -> ln (power b e) = e * u.
Proof. intros b e u H U. rewrite (power_exp b e H), ln_exp, U. reflexivity. Qed.
Lemma ln_equal : forall a b u, a = b -> ln b = u -> ln a = u.
Proof. intros a b u E U. rewrite E. exact U. Qed.
Lemma equal_logarithms : forall a b u v, 0 < a -> 0 < b -> ln a = u -> ln b = v -> u = v -> a = b.
Proof. intros a b u v H K U V E. apply ln_inv; [exact H | exact K | rewrite U, V; exact E]. Qed.

(* rounding up *)
Lemma ceiling_above : forall x, x <= ceiling x.
Proof. intro x. unfold ceiling. destruct (base_Int_part (- x)). lra. Qed.
Lemma ceiling_below : forall x, ceiling x < x + 1.
Proof. intro x. unfold ceiling. destruct (base_Int_part (- x)). lra. Qed.
Lemma ceiling_whole : forall x, whole (ceiling x).
Proof. intro x. exists (- Int_part (- x))%Z. unfold ceiling. rewrite opp_IZR. reflexivity. Qed.
Lemma whole_gap : forall a b, whole a -> whole b -> b < a -> b + 1 <= a.
Proof.
  intros a b [n N] [m M] H. subst. apply lt_IZR in H. rewrite <- plus_IZR. apply IZR_le. lia.
Qed.
Lemma ceiling_least : forall n x, whole n -> x <= n -> ceiling x <= n.
Proof.
  intros n x W H. destruct (Rle_or_lt (ceiling x) n) as [K | K]; [exact K |].
  pose proof (whole_gap _ _ (ceiling_whole x) W K). pose proof (ceiling_below x). lra.
Qed.
Lemma ceiling_nonneg : forall x, 0 <= x -> 0 <= ceiling x.
Proof. intros x H. pose proof (ceiling_above x). lra. Qed.
Lemma ceiling_pos : forall x, 0 < x -> 0 < ceiling x.
Proof. intros x H. pose proof (ceiling_above x). lra. Qed.

(* whole numbers *)
Lemma whole_number : forall z : Z, whole (IZR z).
Proof. intro z. exists z. reflexivity. Qed.
Lemma whole_plus : forall a b, whole a -> whole b -> whole (a + b).
Proof. intros a b [n N] [m M]. exists (n + m)%Z. subst. symmetry. apply plus_IZR. Qed.
Lemma whole_times : forall a b, whole a -> whole b -> whole (a * b).
Proof. intros a b [n N] [m M]. exists (n * m)%Z. subst. symmetry. apply mult_IZR. Qed.
Lemma whole_opp : forall a, whole a -> whole (- a).
Proof. intros a [n N]. exists (- n)%Z. subst. symmetry. apply opp_IZR. Qed.
Lemma whole_pow : forall a n, whole a -> whole (a ^ n).
Proof.
  intros a n H. induction n as [| n IH]; [apply (whole_number 1) |]. simpl. apply whole_times; [exact H | exact IH].
Qed.
Lemma whole_max : forall a b, whole a -> whole b -> whole (Rmax a b).
Proof. intros a b H K. unfold Rmax. destruct (Rle_dec a b); assumption. Qed.
Lemma whole_min : forall a b, whole a -> whole b -> whole (Rmin a b).
Proof. intros a b H K. unfold Rmin. destruct (Rle_dec a b); assumption. Qed.
Lemma whole_factorial : forall a, whole (factorial a).
Proof. intro a. unfold factorial. rewrite INR_IZR_INZ. apply whole_number. Qed.
Lemma whole_xor : forall a b, whole (bits_xor a b).
Proof. intros a b. apply whole_number. Qed.
Lemma whole_equal : forall a b, a = b -> whole b -> whole a.
Proof. intros a b E H. rewrite E. exact H. Qed.

Lemma factorial_pos : forall a, 0 < factorial a.
Proof. intro a. apply (lt_0_INR (fact (Z.to_nat (Int_part a)))). apply lt_O_fact. Qed.

(* exclusive or: of whole numbers in any order, what stands there twice cancels; of bits, a polynomial *)
Lemma xor_nonneg : forall a b, 0 <= a -> 0 <= b -> 0 <= bits_xor a b.
Proof.
  intros a b H K. unfold bits_xor. apply (IZR_le 0). apply Z.lxor_nonneg.
  assert (I : forall x, 0 <= x -> (0 <= Int_part x)%Z).
  { intros x X. destruct (base_Int_part x) as [_ J]. assert (L : -1 < IZR (Int_part x)) by lra.
    apply lt_IZR in L. lia. }
  split; intro; apply I; assumption.
Qed.
Ltac exclusive :=
  intros;
  repeat match goal with H : whole _ |- _ => destruct H as [? ->] end;
  unfold bits_xor; rewrite ?int_part_whole;
  apply f_equal; apply Z.bits_inj'; intros; rewrite ?Z.lxor_spec, ?Z.bits_0;
  repeat match goal with |- context [Z.testbit ?z ?n] => destruct (Z.testbit z n) end; reflexivity.
Definition bit (x : R) : Prop := x = 0 \/ x = 1.
Lemma bit_domain : forall x, 0 <= x -> x <= 1 -> whole x -> bit x.
Proof.
  intros x H K [n N]. subst. apply (le_IZR 0) in H. apply (le_IZR n 1) in K.
  assert (C : n = 0%Z \/ n = 1%Z) by lia. destruct C; subst; [left | right]; reflexivity.
Qed.
Lemma bit_zero : bit 0.
Proof. left. reflexivity. Qed.
Lemma bit_one : bit 1.
Proof. right. reflexivity. Qed.
Lemma bits_apart : forall a b, bit a -> bit b -> bits_xor a b = a + b + -2 * (a * b).
Proof.
  intros a b [A | A] [B | B]; subst; unfold bits_xor; rewrite !int_part_whole; simpl; ring.
Qed.
Lemma bit_xor : forall a b, bit a -> bit b -> bit (bits_xor a b).
Proof.
  intros a b [A | A] [B | B]; subst; unfold bits_xor; rewrite !int_part_whole; simpl; unfold bit; lra.
Qed.
Lemma bit_square : forall a, bit a -> a ^ 2 = a.
Proof. intros a [A | A]; subst; ring. Qed.

(* whole exponents, and roots *)
Lemma power_to_nat : forall b e n, e = IZR (Z.of_nat n) -> power b e = b ^ n.
Proof.
  intros b e n E. subst. rewrite power_whole. destruct n as [| n]; [reflexivity |].
  simpl powerRZ. rewrite SuccNat2Pos.id_succ. reflexivity.
Qed.
Lemma power_of_square : forall b e r, 0 < r -> r * r = b -> power b e = power r (2 * e).
Proof.
  intros b e r R E. subst. rewrite !power_exp by (try assumption; apply Rmult_lt_0_compat; assumption).
  rewrite ln_mult by assumption. f_equal. ring.
Qed.
Lemma pow_0 : forall b, b ^ 0 = 1.
Proof. reflexivity. Qed.
Lemma power_to_inverse : forall b e n, e = IZR (- Z.of_nat (S n)) -> power b e = / b ^ S n.
Proof.
  intros b e n E. subst. rewrite power_whole. simpl powerRZ. rewrite SuccNat2Pos.id_succ. reflexivity.
Qed.
Lemma power_sum : forall b u v, whole u -> 0 <= u -> whole v -> 0 <= v -> power b (u + v) = power b u * power b v.
Proof.
  intros b u v [m U] A [n V] B. subst. apply (le_IZR 0) in A. apply (le_IZR 0) in B.
  rewrite <- (Z2Nat.id m A), <- (Z2Nat.id n B), <- plus_IZR, <- Nat2Z.inj_add.
  rewrite !(power_to_nat b _ _ eq_refl). apply pow_add.
Qed.
Lemma exp_times : forall x n, exp x ^ n = exp (INR n * x).
Proof.
  intros x n. induction n as [| n IH]; [simpl; rewrite Rmult_0_l, exp_0; reflexivity |].
  rewrite S_INR. simpl pow. rewrite IH, <- exp_plus. f_equal. ring.
Qed.
Lemma root_above : forall b q u v, 0 < b -> INR v * q = u -> power b q ^ v = exp (u * ln b).
Proof.
  intros b q u v H E. rewrite (power_exp b q H), exp_times, <- E. f_equal. ring.
Qed.
Lemma root_pos : forall b q u v, 0 < b -> INR v * q = INR u -> power b q ^ v = b ^ u.
Proof. intros b q u v H E. rewrite (root_above b q _ _ H E), <- exp_times, (exp_ln b H). reflexivity. Qed.
Lemma root_inverse : forall b q u v, 0 < b -> INR v * q = - INR u -> power b q ^ v = / b ^ u.
Proof.
  intros b q u v H E. rewrite (root_above b q _ _ H E), Ropp_mult_distr_l_reverse, exp_Ropp, <- exp_times, (exp_ln b H).
  reflexivity.
Qed.

(* sums and products over an index: the last term apart, none, term by term, a constant in front *)
Lemma over_last : forall (op : R -> R -> R) e (f : R -> R) n m, (n <= m)%Z ->
  map (fun k : nat => f (IZR n + INR k)) (seq 0 (Z.to_nat (m - n + 1))) =
  map (fun k : nat => f (IZR n + INR k)) (seq 0 (Z.to_nat (m - 1 - n + 1))) ++ (f (IZR m) :: nil) /\
  fold_right op e (f (IZR m) :: nil) = op (f (IZR m)) e.
Proof.
  intros op e f n m H. split; [| reflexivity].
  replace (Z.to_nat (m - n + 1)) with (S (Z.to_nat (m - 1 - n + 1))) by lia.
  rewrite seq_S, map_app. simpl map at 2. do 3 f_equal. rewrite INR_IZR_INZ, <- plus_IZR. f_equal. lia.
Qed.
Lemma fold_plus : forall l x, fold_right Rplus x l = fold_right Rplus 0 l + x.
Proof. induction l as [| y l IH]; intro x; simpl; [ring | rewrite IH; ring]. Qed.
Lemma fold_times : forall l x, fold_right Rmult x l = fold_right Rmult 1 l * x.
Proof. induction l as [| y l IH]; intro x; simpl; [ring | rewrite IH; ring]. Qed.
Lemma one_less : forall m, IZR m + (-1) = IZR (m - 1).
Proof. intro m. rewrite minus_IZR. ring. Qed.
Lemma sum_last : forall f a b, whole a -> whole b -> 0 <= b + - a ->
  sum_over f a b = sum_over f a (b + (-1)) + f b.
Proof.
  intros f a b [n N] [m M] H. subst. unfold sum_over. rewrite one_less, !int_part_whole.
  assert (L : (n <= m)%Z) by (apply le_IZR; lra).
  destruct (over_last Rplus 0 f n m L) as [E _]. rewrite E, fold_right_app, fold_plus. simpl. ring.
Qed.
Lemma product_last : forall f a b, whole a -> whole b -> 0 <= b + - a ->
  product_over f a b = product_over f a (b + (-1)) * f b.
Proof.
  intros f a b [n N] [m M] H. subst. unfold product_over. rewrite one_less, !int_part_whole.
  assert (L : (n <= m)%Z) by (apply le_IZR; lra).
  destruct (over_last Rmult 1 f n m L) as [E _]. rewrite E, fold_right_app, fold_times. simpl. ring.
Qed.
Lemma none_left : forall a b, whole a -> whole b -> 0 < a + - b -> Z.to_nat (Int_part b - Int_part a + 1) = 0%nat.
Proof.
  intros a b [n N] [m M] H. subst. rewrite !int_part_whole. assert (L : (m < n)%Z) by (apply lt_IZR; lra). lia.
Qed.
Lemma sum_none : forall f a b, whole a -> whole b -> 0 < a + - b -> sum_over f a b = 0.
Proof. intros f a b A B H. unfold sum_over. rewrite (none_left a b A B H). reflexivity. Qed.
Lemma product_none : forall f a b, whole a -> whole b -> 0 < a + - b -> product_over f a b = 1.
Proof. intros f a b A B H. unfold product_over. rewrite (none_left a b A B H). reflexivity. Qed.
Lemma over_same : forall (op : R -> R -> R) e f g a c, (forall i, whole (i + - a) -> a <= i -> f i = g i) ->
  fold_right op e (map (fun k : nat => f (a + INR k)) (seq 0 c)) =
  fold_right op e (map (fun k : nat => g (a + INR k)) (seq 0 c)).
Proof.
  intros op e f g a c H. f_equal. apply map_ext. intro k. apply H.
  - exists (Z.of_nat k). rewrite INR_IZR_INZ. ring.
  - pose proof (pos_INR k). lra.
Qed.
Lemma sum_same : forall f g a b c, b = c -> (forall i, whole (i + - a) -> a <= i -> f i = g i) ->
  sum_over f a b = sum_over g a c.
Proof. intros f g a b c E H. rewrite E. unfold sum_over. apply over_same. exact H. Qed.
Lemma product_same : forall f g a b c, b = c -> (forall i, whole (i + - a) -> a <= i -> f i = g i) ->
  product_over f a b = product_over g a c.
Proof. intros f g a b c E H. rewrite E. unfold product_over. apply over_same. exact H. Qed.
Lemma sum_plus : forall f g a b, sum_over (fun i : R => f i + g i) a b = sum_over f a b + sum_over g a b.
Proof.
  intros f g a b. unfold sum_over. induction (seq 0 (Z.to_nat (Int_part b - Int_part a + 1))) as [| k l IH]; simpl;
    [ring | rewrite IH; ring].
Qed.
Lemma sum_scaled : forall c f a b, sum_over (fun i : R => c * f i) a b = c * sum_over f a b.
Proof.
  intros c f a b. unfold sum_over. induction (seq 0 (Z.to_nat (Int_part b - Int_part a + 1))) as [| k l IH]; simpl;
    [ring | rewrite IH; ring].
Qed.
Lemma sum_nonneg : forall f a b,
  (forall i, whole (i + - a) -> a <= i -> 0 <= f i) -> 0 <= sum_over f a b.
Proof.
  intros f a b H. unfold sum_over. induction (seq 0 (Z.to_nat (Int_part b - Int_part a + 1))) as [| k l IH]; simpl;
    [lra | apply Rplus_le_le_0_compat; [| exact IH]].
  apply H; [exists (Z.of_nat k); rewrite INR_IZR_INZ; ring | pose proof (pos_INR k); lra].
Qed.

(* what field leaves: that nothing divided by is zero *)
Ltac positive :=
  lazymatch goal with
  | |- 0 < ?x => first
      [ assumption
      | lazymatch x with
        | _ + _ => first [ apply Rplus_lt_0_compat; positive | apply Rplus_lt_le_0_compat; [positive | nonneg]
                         | apply Rplus_le_lt_0_compat; [nonneg | positive] ]
        | _ * _ => apply Rmult_lt_0_compat; positive
        | _ / _ => apply div_pos; positive
        | / _ => apply Rinv_0_lt_compat; positive
        | _ ^ _ => apply pow_lt; positive
        | exp _ => apply exp_pos
        | power _ _ => apply power_pos; positive
        | IZR _ => lra
        | Rmax _ _ => first [apply max_pos_l; positive | apply max_pos_r; positive]
        | Rmin _ _ => apply min_pos; positive
        | _ => first
            [ apply from_one; assumption
            | match goal with H : forall _, 0 < _ |- _ => apply H end
            | match goal with H : forall _, 1 <= _ |- _ => apply from_one; apply H end ]
        end ]
  end
with nonneg :=
  lazymatch goal with
  | |- 0 <= ?x => first
      [ assumption
      | lazymatch x with
        | _ + _ => apply Rplus_le_le_0_compat; nonneg
        | _ * _ => apply Rmult_le_pos; nonneg
        | _ / _ => apply div_nonneg; [nonneg | positive]
        | / _ => left; positive
        | _ ^ _ => apply pow_le; nonneg
        | IZR _ => lra
        | Rmax _ _ => first [apply max_nonneg_l; nonneg | apply max_nonneg_r; nonneg]
        | Rmin _ _ => apply min_nonneg; nonneg
        | _ => match goal with H : forall _, 0 <= _ |- _ => apply H end
        end
      | left; positive ]
  end.
Ltac side :=
  lazymatch goal with
  | |- _ /\ _ => split; side
  | |- _ <> 0 => first
      [ assumption | apply pos_nonzero; positive
      | match goal with H : ?d <> 0 |- _ => intro; apply H; lra end
      | match goal with H : ?d <> 0 |- ?c <> 0 => replace c with d by ring; exact H end
      | match goal with H : ?d <> 0 |- ?c <> 0 => replace c with (- d) by ring; apply opp_nonzero; exact H end
      | match goal with H : ?d <> 0 |- _ =>
          let Z := fresh in intro Z; apply H; field_simplify_eq; [lra | side]
        end ]
  end.

Ltac same_terms suppose put :=
  suppose;
  first [ solve [ put; rationally; side ] | solve [ put_letters; rationally; side ] | intros; field; side ].

(* what is said of numbers and their powers *)
Lemma ln_ratio : forall a b p q r, 0 < a -> 0 < b -> b <> 1 -> a ^ S q = b ^ p -> INR p = r * INR (S q) ->
  ln a * / ln b = r.
Proof.
  intros a b p q r A B N E F.
  assert (L : ln b <> 0).
  { intro K. apply N. apply ln_inv; [exact B | lra | rewrite ln_1; exact K]. }
  assert (G : INR (S q) * ln a = INR p * ln b).
  { pose proof (ln_pow_nat a (ln a) (S q) A eq_refl) as U. pose proof (ln_pow_nat b (ln b) p B eq_refl) as V.
    rewrite <- !INR_IZR_INZ in U, V. rewrite <- U, <- V, E. reflexivity. }
  assert (Q : INR (S q) <> 0) by (apply not_0_INR; discriminate).
  assert (H : ln a = r * ln b).
  { apply (Rmult_eq_reg_l (INR (S q))); [| exact Q]. rewrite G, F. ring. }
  rewrite H. field. exact L.
Qed.
Lemma ln_nonzero : forall b, 0 < b -> b <> 1 -> ln b <> 0.
Proof. intros b B N K. apply N. apply ln_inv; [exact B | lra | rewrite ln_1; exact K]. Qed.
Ltac whole_power_of b e n :=
  first
    [ let H := fresh in assert (H : e = IZR (Z.of_nat n)) by (simpl; first [lra | field]);
      rewrite (power_to_nat b e n H); clear H
    | let H := fresh in assert (H : e = IZR (- Z.of_nat (S n))) by (simpl; first [lra | field]);
      rewrite (power_to_inverse b e n H); clear H
    | lazymatch n with 24%nat => fail | _ => whole_power_of b e (S n) end ].
Ltac whole_power :=
  match goal with
  | |- context [power ?b ?e] => whole_power_of b e 0%nat
  end.
Ltac square_base :=
  match goal with
  | |- context [power (IZR ?p / IZR ?q) ?e] =>
      let a := eval compute in (Z.sqrt p) in let c := eval compute in (Z.sqrt q) in
      rewrite (power_of_square (IZR p / IZR q) e (IZR a / IZR c)) by lra
  | |- context [power (IZR ?p) ?e] =>
      let a := eval compute in (Z.sqrt p) in rewrite (power_of_square (IZR p) e (IZR a)) by lra
  end.
Ltac log_ratio p q :=
  match goal with
  | |- context [ln ?a * / ln ?b] =>
      first
        [ let H := fresh in
          assert (H : ln a * / ln b = INR p / INR (S q))
            by (apply (ln_ratio a b p q); [lra | lra | lra | simpl; field_simplify_eq; lra | simpl; field]);
          rewrite H; clear H
        | lazymatch q with 3%nat => (lazymatch p with 4%nat => fail | _ => log_ratio (S p) 0%nat end)
                      | _ => log_ratio p (S q) end ]
  end.
Ltac xor_of_numbers :=
  match goal with
  | |- context [bits_xor (IZR ?a) (IZR ?b)] =>
      change (bits_xor (IZR a) (IZR b)) with (IZR (Z.lxor (Int_part (IZR a)) (Int_part (IZR b))));
      rewrite !int_part_whole; let c := eval compute in (Z.lxor a b) in change (Z.lxor a b) with c
  end.
Ltac by_powers :=
  try match goal with |- whole (IZR ?n) => exists n; reflexivity end;
  try match goal with |- 0 < power _ _ => apply power_pos; lra end;
  try match goal with |- ln _ <> 0 => apply ln_nonzero; lra end;
  repeat xor_of_numbers;
  repeat whole_power;
  do 6 try (square_base; repeat whole_power);
  unfold Rdiv; repeat log_ratio 0%nat 0%nat;
  simpl pow; simpl INR;
  first
    [ reflexivity
    | by_numbers | lra | extremum
    | match goal with |- ?a = ?b => field; lra end
    | match goal with |- ?a < ?b => apply Rminus_gt_0_lt; field_simplify; lra end
    | match goal with |- ?a <= ?b => apply Rminus_le; field_simplify; lra end ].
Ltac closed := intros; cbv beta; first [ by_numbers | by_powers ].
