
(* What the lemmas on slopes and limits below use: the rules for sums, products and powers, by their definitions. *)
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Lemma d_id : forall x : R, is_derive (fun t : R => t) x 1.
Proof. intro x. apply (is_derive_id x). Qed.
Lemma d_const : forall c x : R, is_derive (fun _ : R => c) x 0.
Proof. intros c x. apply (is_derive_const c x). Qed.
Lemma d_plus : forall (f g : R -> R) x a b, is_derive f x a -> is_derive g x b ->
  is_derive (fun t : R => f t + g t) x (a + b).
Proof. intros f g x a b F G. apply (is_derive_plus f g x a b F G). Qed.
Lemma d_opp : forall (f : R -> R) x a, is_derive f x a -> is_derive (fun t : R => - f t) x (- a).
Proof. intros f x a F. apply (is_derive_opp f x a F). Qed.
Lemma d_times : forall (f g : R -> R) x a b, is_derive f x a -> is_derive g x b ->
  is_derive (fun t : R => f t * g t) x (a * g x + f x * b).
Proof. intros f g x a b F G. apply (is_derive_mult f g x a b F G). intros; apply Rmult_comm. Qed.
Lemma d_inv : forall (f : R -> R) x a, f x <> 0 -> is_derive f x a ->
  is_derive (fun t : R => / f t) x (- a * / f x ^ 2).
Proof. intros f x a N F. apply (is_derive_inv f x a F N). Qed.
Lemma d_pow : forall (f : R -> R) n x a, is_derive f x a ->
  is_derive (fun t : R => f t ^ S n) x (IZR (Z.of_nat (S n)) * a * f x ^ n).
Proof.
  intros f n x a F. rewrite <- INR_IZR_INZ. apply (is_derive_pow f (S n) x a F).
Qed.
Lemma d_exp : forall (f : R -> R) x a, is_derive f x a -> is_derive (fun t : R => exp (f t)) x (a * exp (f x)).
Proof. intros f x a F. apply (is_derive_comp exp f x (exp (f x)) a); [apply is_derive_exp | exact F]. Qed.
Lemma d_ln : forall (f : R -> R) x a, 0 < f x -> is_derive f x a -> is_derive (fun t : R => ln (f t)) x (a * / f x).
Proof. intros f x a P F. apply (is_derive_comp ln f x (/ f x) a); [apply is_derive_ln; exact P | exact F]. Qed.
Lemma d_power : forall (f : R -> R) e x a, 0 < f x -> is_derive f x a ->
  is_derive (fun t : R => power (f t) e) x (e * power (f x) (e + (-1)) * a).
Proof.
  intros f e x a P F.
  replace (e * power (f x) (e + (-1)) * a) with ((0 * ln (f x) + e * (a * / f x)) * exp (e * ln (f x))).
  - apply (is_derive_ext_loc (fun t : R => exp (e * ln (f t)))).
    + assert (C : continuous f x) by (apply (ex_derive_continuous f x); exists a; exact F).
      pose proof (C (fun y : R => 0 < y) (open_gt 0 (f x) P)) as N.
      change (locally x (fun t : R => 0 < f t)) in N.
      apply (filter_imp (fun t : R => 0 < f t)); [| exact N].
      intros t T. symmetry. apply power_exp. exact T.
    + apply (d_exp (fun t : R => e * ln (f t))). apply (d_times (fun _ : R => e) (fun t : R => ln (f t))); [apply d_const | apply d_ln; assumption].
  - rewrite (power_exp (f x) (e + (-1)) P), (Rmult_plus_distr_r e (-1) (ln (f x))), exp_plus.
    replace (exp ((-1) * ln (f x))) with (/ f x).
    + field. lra.
    + replace ((-1) * ln (f x)) with (- ln (f x)) by ring. rewrite exp_Ropp, (exp_ln _ P). reflexivity.
Qed.
Lemma d_exponent : forall b (g : R -> R) x a, 0 < b -> is_derive g x a ->
  is_derive (fun t : R => power b (g t)) x (power b (g x) * ln b * a).
Proof.
  intros b g x a P G.
  replace (power b (g x) * ln b * a) with ((a * ln b + g x * 0) * exp (g x * ln b)).
  - apply (is_derive_ext (fun t : R => exp (g t * ln b))).
    + intro t. symmetry. apply power_exp. exact P.
    + apply (d_exp (fun t : R => g t * ln b)). apply (d_times g (fun _ : R => ln b)); [exact G | apply d_const].
  - rewrite (power_exp _ _ P). ring.
Qed.
Lemma limit_far : forall (f g : R -> R) d l, is_derive g 0 d -> g 0 = l -> (forall x, 0 < x -> f x = g (/ x)) ->
  is_lim f p_infty l.
Proof.
  intros f g d l D E H. subst l. apply (is_lim_ext_loc (fun x : R => g (/ x))).
  - exists 0. intros x X. symmetry. apply H. exact X.
  - apply (is_lim_comp g (fun x : R => / x) p_infty (g 0) 0).
    + apply (is_lim_continuity g 0). apply continuity_pt_filterlim.
      apply (ex_derive_continuous g 0). exists d. exact D.
    + apply (is_lim_inv (fun x : R => x) p_infty p_infty); [apply is_lim_id | discriminate].
    + exists 0. intros x X K. injection K as K. apply (Rinv_neq_0_compat x); [lra | exact K].
Qed.
Lemma limit_near : forall (f g : R -> R) d l, is_derive g 0 d -> g 0 = l -> (forall x, 0 < x -> f x = g x) ->
  filterlim f (at_right 0) (locally l).
Proof.
  intros f g d l D E H. subst l. apply (filterlim_ext_loc g).
  - exists (mkposreal 1 Rlt_0_1). intros x _ X. symmetry. apply H. exact X.
  - assert (C : continuous g 0) by (apply (ex_derive_continuous g 0); exists d; exact D).
    intros P Q. pose proof (C P Q) as N. change (locally 0 (fun t : R => P (g t))) in N.
    change (locally 0 (fun t : R => 0 < t -> P (g t))).
    apply (filter_imp (fun t : R => P (g t))); [intros t T _; exact T | exact N].
Qed.
Lemma limit_near_apart : forall (f g h : R -> R) d e l, is_derive g 0 d -> is_derive h 0 e -> h 0 <> 0 -> g 0 = l ->
  (forall x, 0 < x -> h x <> 0 -> f x = g x) -> filterlim f (at_right 0) (locally l).
Proof.
  intros f g h d e l D E N L H. apply (filterlim_ext_loc g).
  - assert (C : continuous h 0) by (apply (ex_derive_continuous h 0); exists e; exact E).
    pose proof (C (fun y : R => y <> 0) (open_neq 0 (h 0) N)) as M.
    change (locally 0 (fun t : R => h t <> 0)) in M.
    change (locally 0 (fun t : R => 0 < t -> g t = f t)).
    apply (filter_imp (fun t : R => h t <> 0)); [| exact M]. intros t T X. symmetry. apply H; assumption.
  - apply (limit_near g g d l D L). reflexivity.
Qed.
