(* What is computed: whether two rational terms are the same, and what is said of numbers. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Coq Require Field_theory Ring_polynom InitialRing RealField.
Open Scope R_scope.

(* field finds the letters of a goal by looking at it for each; here they are given, and it is read at once *)
Module Terms.
  Lemma morphism : Ring_theory.ring_morph 0 1 Rplus Rmult Rminus Ropp (@eq R)
    0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool IZR.
  Proof.
    constructor; intros; [reflexivity | reflexivity | apply plus_IZR | apply minus_IZR | apply mult_IZR | apply opp_IZR |].
    f_equal. apply Zeq_bool_eq. assumption.
  Qed.
  Lemma complete : forall a b, IZR a = IZR b -> Zeq_bool a b = true.
  Proof. intros a b E. apply eq_IZR in E. apply Zeq_is_eq_bool. exact E. Qed.
  Definition value := Field_theory.FEeval 0 1 Rplus Rmult Rminus Ropp Rdiv Rinv IZR N.to_nat pow.
  Definition nonzero := Field_theory.PCond 0 1 Rplus Rmult Rminus Ropp (@eq R) IZR N.to_nat pow.
  Definition normal := Field_theory.Fnorm 0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool.
  Definition polynomial := Ring_polynom.norm_subst 0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool Z.quotrem 0 nil.
  (* what has to be other than zero for two terms to be the same; none if they are not *)
  Definition same_if (a b : Field_theory.FExpr Z) : option (list (Ring_polynom.PExpr Z)) :=
    let m := normal a in let n := normal b in
    if Ring_polynom.Peq Zeq_bool
      (polynomial (Ring_polynom.PEmul (Field_theory.num m) (Field_theory.denum n)))
      (polynomial (Ring_polynom.PEmul (Field_theory.num n) (Field_theory.denum m)))
    then Some (Field_theory.Fapp (Field_theory.Fcons2 0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool Z.quotrem)
      (Field_theory.condition m ++ Field_theory.condition n) nil)
    else None.
  Definition division : Ring_theory.div_theory (@eq R) Z.add Z.mul IZR Z.quotrem :=
    InitialRing.Ztriv_div_th Rset IZR.
  Lemma same : forall letters a b conditions, same_if a b = Some conditions -> nonzero letters conditions ->
    value letters a = value letters b.
  Proof.
    intros letters a b conditions S N. unfold same_if in S.
    destruct (Ring_polynom.Peq _ _ _) eqn:E; [| discriminate]. injection S as S. subst conditions.
    pose proof (Field_theory.F2AF Rset Rext Rfield) as F.
    apply (Field_theory.Field_correct Rset Rext (f_equal Rinv) F morphism R_power_theory division
      0%nat letters nil a b I eq_refl eq_refl eq_refl E).
    apply (Field_theory.Pcond_simpl_complete Rset Rext F morphism R_power_theory division
      complete).
    intros lock L. subst lock. exact N.
  Qed.
  (* what else is other than zero, as what is given is *)
  Definition read_at := Ring_polynom.PEeval 0 1 Rplus Rmult Rminus Ropp IZR N.to_nat pow.
  Definition same_polynomial (e f : Ring_polynom.PExpr Z) : bool :=
    Ring_polynom.Peq Zeq_bool (polynomial e) (polynomial f).
  Definition conditions_of (a : Field_theory.FExpr Z) : list (Ring_polynom.PExpr Z) :=
    Field_theory.Fapp (Field_theory.Fcons2 0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool Z.quotrem)
      (Field_theory.condition (normal a)) nil.
  Fixpoint factors (e : Ring_polynom.PExpr Z) : list (Ring_polynom.PExpr Z) :=
    match e with
    | Ring_polynom.PEmul a b => factors a ++ factors b
    | Ring_polynom.PEpow a (Npos _) => factors a
    | Ring_polynom.PEopp a => factors a
    | _ => e :: nil
    end.
  Definition among (known : list (Ring_polynom.PExpr Z)) (e : Ring_polynom.PExpr Z) : bool :=
    existsb (fun each => same_polynomial e each || same_polynomial (Ring_polynom.PEopp e) each)%bool known.
  Fixpoint known_from (known : list (Ring_polynom.PExpr Z)) (given : list (Field_theory.FExpr Z)) :=
    match given with
    | nil => known
    | a :: rest => known_from (if forallb (among known) (conditions_of a)
                               then factors (Field_theory.num (normal a)) ++ known else known) rest
    end.
  Definition left_of (given : list (Field_theory.FExpr Z)) (a b : Field_theory.FExpr Z) :=
    match same_if a b with
    | None => None
    | Some conditions => let known := known_from nil given in
                         Some (filter (fun each => negb (among known each)) conditions)
    end.
  Fixpoint if_nonzero (letters : list R) (given : list (Field_theory.FExpr Z)) (goal : Prop) : Prop :=
    match given with
    | nil => goal
    | a :: rest => value letters a <> 0 -> if_nonzero letters rest goal
    end.
  Lemma same_polynomial_value : forall letters e f, same_polynomial e f = true -> read_at letters e = read_at letters f.
  Proof.
    intros letters e f E. pose proof (Field_theory.F2AF Rset Rext Rfield) as F.
    exact (Ring_polynom.ring_correct Rset Rext (Field_theory.AF_AR F) morphism R_power_theory division
      0%nat letters nil e f I E).
  Qed.
  Lemma all_nonzero : forall letters l, (forall e, In e l -> read_at letters e <> 0) -> nonzero letters l.
  Proof.
    intros letters l. induction l as [| e l IH]; intro H; [exact I |].
    apply Field_theory.PCond_cons. split; [apply (H e); left; reflexivity | apply IH; intros; apply H; right; assumption].
  Qed.
  Lemma factors_nonzero : forall letters e, read_at letters e <> 0 -> forall f, In f (factors e) -> read_at letters f <> 0.
  Proof.
    intros letters e. induction e; intros N f H; simpl in H; try (destruct H as [H | []]; subst; exact N).
    - apply in_app_or in H. destruct H as [H | H].
      + apply IHe1; [| exact H]. intro K. apply N. unfold read_at in *. simpl. rewrite K. apply Rmult_0_l.
      + apply IHe2; [| exact H]. intro K. apply N. unfold read_at in *. simpl. rewrite K. apply Rmult_0_r.
    - apply IHe; [| exact H]. intro K. apply N. unfold read_at in *. simpl. rewrite K. apply Ropp_0.
    - destruct n as [| p]; [destruct H as [H | []]; subst; exact N |].
      apply IHe; [| exact H]. intro K. apply N. unfold read_at in *. simpl. rewrite K. apply pow_i. apply Pos2Nat.is_pos.
  Qed.
  Lemma among_nonzero : forall letters known e, (forall f, In f known -> read_at letters f <> 0) ->
    among known e = true -> read_at letters e <> 0.
  Proof.
    intros letters known e K A. apply existsb_exists in A. destruct A as [f [F E]]. specialize (K f F).
    apply Bool.orb_true_iff in E. destruct E as [E | E]; apply (same_polynomial_value letters) in E.
    - rewrite E. exact K.
    - intro Z. apply K. rewrite <- E. unfold read_at in *. simpl. rewrite Z. apply Ropp_0.
  Qed.
  Lemma conditions_hold : forall letters a, nonzero letters (conditions_of a) ->
    nonzero letters (Field_theory.condition (normal a)).
  Proof.
    intros letters a N. pose proof (Field_theory.F2AF Rset Rext Rfield) as F.
    apply (Field_theory.Pcond_simpl_complete Rset Rext F morphism R_power_theory division complete).
    intros lock L. subst lock. exact N.
  Qed.
  Lemma known_nonzero : forall letters given known (goal : Prop), (forall f, In f known -> read_at letters f <> 0) ->
    ((forall f, In f (known_from known given) -> read_at letters f <> 0) -> goal) -> if_nonzero letters given goal.
  Proof.
    intros letters given. induction given as [| a given IH]; intros known goal K G; simpl in *; [exact (G K) |].
    intro A. apply (IH (if forallb (among known) (conditions_of a)
                        then factors (Field_theory.num (normal a)) ++ known else known)); [| exact G].
    destruct (forallb (among known) (conditions_of a)) eqn:C; [| exact K].
    intros f H. apply in_app_or in H. destruct H as [H | H]; [| exact (K f H)].
    refine (factors_nonzero letters _ _ f H). intro Z. apply A.
    pose proof (Field_theory.F2AF Rset Rext Rfield) as F.
    unfold value. rewrite (Field_theory.Fnorm_FEeval_PEeval Rset Rext (f_equal Rinv) F morphism R_power_theory).
    - unfold read_at, normal in *. rewrite Z. unfold Rdiv. apply Rmult_0_l.
    - apply conditions_hold. apply all_nonzero. intros e E. apply (among_nonzero letters known e K).
      rewrite forallb_forall in C. exact (C e E).
  Qed.
  Lemma nonzero_each : forall letters l, nonzero letters l -> forall e, In e l -> read_at letters e <> 0.
  Proof.
    intros letters l. induction l as [| a l IH]; intros N e H; [destruct H |].
    apply Field_theory.PCond_cons in N. destruct N as [N M]. destruct H as [H | H]; [subst; exact N | exact (IH M e H)].
  Qed.
  Lemma same_given : forall letters given a b rest, left_of given a b = Some rest -> nonzero letters rest ->
    if_nonzero letters given (value letters a = value letters b).
  Proof.
    intros letters given a b rest L N. unfold left_of in L. destruct (same_if a b) as [conditions |] eqn:S; [| discriminate].
    injection L as L. apply (known_nonzero letters given nil); [intros f [] |]. intro K.
    apply (same letters a b conditions S). apply all_nonzero. intros e E.
    destruct (among (known_from nil given) e) eqn:A; [exact (among_nonzero letters _ e K A) |].
    apply (nonzero_each letters rest N). subst rest. apply filter_In. split; [exact E | rewrite A; reflexivity].
  Qed.
  (* terms as they are read off a goal *)
  Inductive rational : Set :=
    | Number (z : Z) | Letter (p : positive) | Plus (a b : rational) | Times (a b : rational) | Minus (a b : rational)
    | Opposite (a : rational) | Quotient (a b : rational) | Inverse (a : rational) | Power (a : rational) (n : nat).
  Fixpoint read (a : rational) : Field_theory.FExpr Z :=
    match a with
    | Number z => Field_theory.FEc z
    | Letter p => Field_theory.FEX Z p
    | Plus a b => Field_theory.FEadd (read a) (read b)
    | Times a b => Field_theory.FEmul (read a) (read b)
    | Minus a b => Field_theory.FEsub (read a) (read b)
    | Opposite a => Field_theory.FEopp (read a)
    | Quotient a b => Field_theory.FEdiv (read a) (read b)
    | Inverse a => Field_theory.FEinv (read a)
    | Power a n => Field_theory.FEpow (read a) (N.of_nat n)
    end.
  Strategy expand [value nonzero if_nonzero].
End Terms.
Ltac letters_of t found :=
  lazymatch t with
  | ?f ?a => letters_of f (a :: found)
  | _ => found
  end.
Ltac head_of t := lazymatch t with ?f _ => head_of f | _ => t end.
Ltac with_letters f letters p :=
  lazymatch letters with
  | nil => f
  | _ :: ?l => let q := eval compute in (Pos.succ p) in with_letters (f (Terms.Letter p)) l q
  end.
Ltac split_goal e given use :=
  lazymatch e with
  | @eq _ ?a ?b => let a := eval cbv in (Terms.read a) in let b := eval cbv in (Terms.read b) in use given a b
  | (@eq _ ?d _ -> False) -> ?rest => let d := eval cbv in (Terms.read d) in split_goal rest (d :: given) use
  | ~ @eq _ ?d _ -> ?rest => let d := eval cbv in (Terms.read d) in split_goal rest (d :: given) use
  end.
(* an equation of rational terms, if others are not zero, of which pattern has put the letters last *)
Ltac rationally :=
  lazymatch goal with |- ?G =>
    let letters := letters_of G (@nil R) in
    let f := head_of G in
    let g := eval pattern R, Rplus, Rmult, Rminus, Ropp, Rdiv, Rinv, pow, IZR in f in
    lazymatch g with ?h _ _ _ _ _ _ _ _ _ =>
      let k := with_letters (h Terms.rational Terms.Plus Terms.Times Terms.Minus Terms.Opposite Terms.Quotient
        Terms.Inverse Terms.Power Terms.Number) letters 1%positive in
      let e := eval cbv beta in k in
      split_goal e (@nil (Field_theory.FExpr Z)) ltac:(fun given a b =>
        let given := eval cbv in (rev given) in
        let found := eval vm_compute in (Terms.left_of given a b) in
        lazymatch found with
        | Some ?rest =>
            refine (Terms.same_given letters given a b rest _ _);
            [ vm_cast_no_check (@eq_refl _ found)
            | cbv [Terms.nonzero Field_theory.PCond Ring_polynom.PEeval BinList.nth BinList.jump tl hd N.to_nat
                Pos.to_nat Pos.iter_op Nat.add]; try exact I ]
        end)
    end
  end.
(* the letters of a goal, found: those that hold others come last *)
Ltac letters_in t found :=
  lazymatch t with
  | ?a -> ?b => let more := letters_in a found in letters_in b more
  | ~ ?a => letters_in a found
  | @eq _ ?a ?b => let more := letters_in a found in letters_in b more
  | ?a + ?b => let more := letters_in a found in letters_in b more
  | ?a - ?b => let more := letters_in a found in letters_in b more
  | ?a * ?b => let more := letters_in a found in letters_in b more
  | ?a / ?b => let more := letters_in a found in letters_in b more
  | - ?a => letters_in a found
  | / ?a => letters_in a found
  | ?a ^ _ => letters_in a found
  | IZR _ => found
  | _ => lazymatch found with
         | context [t :: _] => found
         | _ => match goal with
                | _ => let _ := match goal with _ => is_var t end in constr:(t :: found)
                | _ => eval cbv [app] in (app found (t :: nil))
                end
         end
  end.
Ltac over f letters :=
  lazymatch letters with
  | nil => f
  | ?a :: ?l => let g := eval pattern a in f in lazymatch g with ?h _ => let k := over h l in constr:(k a) end
  end.
Ltac put_letters :=
  lazymatch goal with |- ?G =>
    let letters := letters_in G (@nil R) in
    let letters := eval cbv [rev app] in (rev letters) in
    let g := over G letters in change g
  end.

(* terms of numbers alone, as fractions *)
Module Numbers.
  Inductive number : Set :=
    | Whole (z : Z) | Sum (a b : number) | Product (a b : number) | Difference (a b : number) | Negative (a : number)
    | Ratio (a b : number) | Reciprocal (a : number) | Raised (a : number) (n : nat) | Larger (a b : number)
    | Smaller (a b : number).
  Fixpoint value (a : number) : R :=
    match a with
    | Whole z => IZR z
    | Sum a b => value a + value b
    | Product a b => value a * value b
    | Difference a b => value a - value b
    | Negative a => - value a
    | Ratio a b => value a / value b
    | Reciprocal a => / value a
    | Raised a n => value a ^ n
    | Larger a b => Rmax (value a) (value b)
    | Smaller a b => Rmin (value a) (value b)
    end.
  (* z / p; one over zero is none *)
  Definition fraction : Set := (Z * positive)%type.
  Definition real_of (f : fraction) : R := IZR (fst f) / IZR (Zpos (snd f)).
  Definition over (f : fraction) : option fraction :=
    match fst f with
    | Z0 => None
    | Zpos p => Some (Zpos (snd f), p)
    | Zneg p => Some (Zneg (snd f), p)
    end.
  Definition sum_of (f g : fraction) : fraction :=
    if Pos.eqb (snd f) (snd g) then ((fst f + fst g)%Z, snd f)
    else ((fst f * Zpos (snd g) + fst g * Zpos (snd f))%Z, (snd f * snd g)%positive).
  Definition product_of (f g : fraction) : fraction := ((fst f * fst g)%Z, (snd f * snd g)%positive).
  Definition negative_of (f : fraction) : fraction := ((- fst f)%Z, snd f).
  Definition at_most (f g : fraction) : bool := (fst f * Zpos (snd g) <=? fst g * Zpos (snd f))%Z.
  Definition below (f g : fraction) : bool := (fst f * Zpos (snd g) <? fst g * Zpos (snd f))%Z.
  Definition equal (f g : fraction) : bool := (fst f * Zpos (snd g) =? fst g * Zpos (snd f))%Z.
  Definition both (f : fraction -> fraction -> option fraction) (a b : option fraction) : option fraction :=
    match a, b with Some x, Some y => f x y | _, _ => None end.
  Fixpoint computed (a : number) : option fraction :=
    match a with
    | Whole z => Some (z, 1%positive)
    | Sum a b => both (fun x y => Some (sum_of x y)) (computed a) (computed b)
    | Product a b => both (fun x y => Some (product_of x y)) (computed a) (computed b)
    | Difference a b => both (fun x y => Some (sum_of x (negative_of y))) (computed a) (computed b)
    | Negative a => option_map negative_of (computed a)
    | Ratio a b => both (fun x y => option_map (product_of x) (over y)) (computed a) (computed b)
    | Reciprocal a => match computed a with Some x => over x | None => None end
    | Raised a n => match computed a with
      | Some x => Some (nat_rect (fun _ => fraction) (1%Z, 1%positive) (fun _ y => product_of x y) n)
      | None => None end
    | Larger a b => both (fun x y => Some (if at_most x y then y else x)) (computed a) (computed b)
    | Smaller a b => both (fun x y => Some (if at_most x y then x else y)) (computed a) (computed b)
    end.
  Lemma below_pos : forall p, 0 < IZR (Zpos p).
  Proof. intro p. apply (IZR_lt 0). reflexivity. Qed.
  Lemma below_nonzero : forall p, IZR (Zpos p) <> 0.
  Proof. intro p. pose proof (below_pos p). lra. Qed.
  Lemma real_of_sum : forall f g, real_of (sum_of f g) = real_of f + real_of g.
  Proof.
    intros [n p] [m q]. unfold sum_of, real_of. simpl fst. simpl snd. destruct (Pos.eqb_spec p q) as [E | E].
    - subst. simpl fst. simpl snd. rewrite plus_IZR. field. apply below_nonzero.
    - simpl fst. simpl snd. rewrite Pos2Z.inj_mul, plus_IZR, !mult_IZR. field. split; apply below_nonzero.
  Qed.
  Lemma real_of_product : forall f g, real_of (product_of f g) = real_of f * real_of g.
  Proof.
    intros [n p] [m q]. unfold product_of, real_of. simpl fst. simpl snd. rewrite Pos2Z.inj_mul, !mult_IZR.
    field. split; apply below_nonzero.
  Qed.
  Lemma real_of_negative : forall f, real_of (negative_of f) = - real_of f.
  Proof. intros [n p]. unfold negative_of, real_of. simpl fst. simpl snd. rewrite opp_IZR. field. apply below_nonzero. Qed.
  Lemma real_of_over : forall f g, over f = Some g -> real_of g = / real_of f.
  Proof.
    intros [n p] g E. unfold over, real_of in *. simpl fst in *. simpl snd in *.
    destruct n as [| n | n]; [discriminate | |]; injection E as E; subst; simpl fst; simpl snd.
    - field. split; apply below_nonzero.
    - change (Zneg p) with (- Zpos p)%Z. change (Zneg n) with (- Zpos n)%Z. rewrite !opp_IZR. field.
      split; apply below_nonzero.
  Qed.
  Lemma cross : forall n m p q, IZR n / IZR (Zpos p) - IZR m / IZR (Zpos q) =
    (IZR (n * Zpos q) - IZR (m * Zpos p)) * / (IZR (Zpos p) * IZR (Zpos q)).
  Proof. intros. rewrite !mult_IZR. field. split; apply below_nonzero. Qed.
  Lemma cross_pos : forall p q, 0 < / (IZR (Zpos p) * IZR (Zpos q)).
  Proof. intros. apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; apply below_pos. Qed.
  Lemma at_most_real : forall f g, at_most f g = true -> real_of f <= real_of g.
  Proof.
    intros [n p] [m q] E. unfold at_most, real_of in *. simpl fst in *. simpl snd in *. apply Z.leb_le in E.
    apply IZR_le in E. pose proof (cross m n q p) as C. pose proof (cross_pos q p) as P.
    assert (0 <= IZR m / IZR (Z.pos q) - IZR n / IZR (Z.pos p)); [| lra]. rewrite C. apply Rmult_le_pos; lra.
  Qed.
  Lemma below_real : forall f g, below f g = true -> real_of f < real_of g.
  Proof.
    intros [n p] [m q] E. unfold below, real_of in *. simpl fst in *. simpl snd in *. apply Z.ltb_lt in E.
    apply IZR_lt in E. pose proof (cross m n q p) as C. pose proof (cross_pos q p) as P.
    assert (0 < IZR m / IZR (Z.pos q) - IZR n / IZR (Z.pos p)); [| lra]. rewrite C. apply Rmult_lt_0_compat; lra.
  Qed.
  Lemma equal_real : forall f g, equal f g = true -> real_of f = real_of g.
  Proof.
    intros [n p] [m q] E. unfold equal, real_of in *. simpl fst in *. simpl snd in *. apply Z.eqb_eq in E.
    pose proof (cross m n q p) as C. rewrite E in C. lra.
  Qed.
  Lemma below_unless : forall f g, at_most f g = false -> real_of g <= real_of f.
  Proof.
    intros f g E. left. apply below_real. unfold at_most, below in *. apply Z.leb_gt in E. apply Z.ltb_lt. exact E.
  Qed.
  Lemma computed_value : forall a f, computed a = Some f -> value a = real_of f.
  Proof.
    induction a as [z | a A b B | a A b B | a A b B | a A | a A b B | a A | a A n | a A b B | a A b B]; intros f E; simpl in *;
      try (unfold both in E; destruct (computed a) as [x |]; [| discriminate]; destruct (computed b) as [y |]; [| discriminate];
        rewrite (A x eq_refl), (B y eq_refl));
      try (destruct (computed a) as [x |]; [| discriminate]; simpl in E; rewrite (A x eq_refl)).
    - injection E as E. subst. unfold real_of. simpl. field.
    - injection E as E. subst. rewrite real_of_sum. reflexivity.
    - injection E as E. subst. rewrite real_of_product. reflexivity.
    - injection E as E. subst. rewrite real_of_sum, real_of_negative. reflexivity.
    - injection E as E. subst. rewrite real_of_negative. reflexivity.
    - destruct (over y) as [g |] eqn:O; [| discriminate]. simpl in E. injection E as E. subst.
      rewrite real_of_product, (real_of_over y g O). reflexivity.
    - rewrite (real_of_over x f E). reflexivity.
    - injection E as E. subst. induction n as [| n IH]; simpl; [unfold real_of; simpl; field |].
      rewrite real_of_product, <- IH. reflexivity.
    - injection E as E. subst. destruct (at_most x y) eqn:O.
      + rewrite Rmax_right; [reflexivity | apply at_most_real; exact O].
      + rewrite Rmax_left; [reflexivity | apply below_unless; exact O].
    - injection E as E. subst. destruct (at_most x y) eqn:O.
      + rewrite Rmin_left; [reflexivity | apply at_most_real; exact O].
      + rewrite Rmin_right; [reflexivity | apply below_unless; exact O].
  Qed.
  Definition compared (test : fraction -> fraction -> bool) (a b : number) : bool :=
    match computed a, computed b with Some x, Some y => test x y | _, _ => false end.
  Lemma both_computed : forall (P : R -> R -> Prop) test, (forall f g, test f g = true -> P (real_of f) (real_of g)) ->
    forall a b, compared test a b = true -> P (value a) (value b).
  Proof.
    intros P test T a b E. unfold compared in E. destruct (computed a) as [x |] eqn:A; [| discriminate].
    destruct (computed b) as [y |] eqn:B; [| discriminate]. rewrite (computed_value a x A), (computed_value b y B).
    apply T. exact E.
  Qed.
  Lemma less : forall a b, compared below a b = true -> value a < value b.
  Proof. exact (both_computed Rlt below below_real). Qed.
  Lemma no_more : forall a b, compared at_most a b = true -> value a <= value b.
  Proof. exact (both_computed Rle at_most at_most_real). Qed.
  Lemma same : forall a b, compared equal a b = true -> value a = value b.
  Proof. exact (both_computed eq equal equal_real). Qed.
  Definition unequal (f g : fraction) : bool := (below f g || below g f)%bool.
  Lemma unequal_real : forall f g, unequal f g = true -> real_of f <> real_of g.
  Proof.
    intros f g E. unfold unequal in E. destruct (below f g) eqn:B.
    - apply below_real in B. lra.
    - simpl in E. apply below_real in E. lra.
  Qed.
  Lemma other : forall a b, compared unequal a b = true -> value a <> value b.
  Proof. exact (both_computed (fun x y => x <> y) unequal unequal_real). Qed.
  Strategy expand [value].
End Numbers.
Ltac number_of t :=
  let g := eval pattern R, Rplus, Rmult, Rminus, Ropp, Rdiv, Rinv, pow, Rmax, Rmin, IZR in t in
  lazymatch g with ?h _ _ _ _ _ _ _ _ _ _ _ =>
    let k := constr:(h Numbers.number Numbers.Sum Numbers.Product Numbers.Difference Numbers.Negative Numbers.Ratio Numbers.Reciprocal Numbers.Raised Numbers.Larger Numbers.Smaller Numbers.Whole) in
    eval cbv beta in k
  end.
Ltac by_numbers :=
  let compare lemma a b :=
    let a := number_of a in let b := number_of b in
    refine (lemma a b _); vm_compute; exact eq_refl in
  lazymatch goal with
  | |- ?a = ?b => compare Numbers.same a b
  | |- ?a < ?b => compare Numbers.less a b
  | |- ?a <= ?b => compare Numbers.no_more a b
  | |- ?a <> ?b => compare Numbers.other a b
  end.
