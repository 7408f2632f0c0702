//! The clauses that can be broken one at a time.

/// Declares the enum together with the list of all its variants, so that the list cannot miss one.
macro_rules! clauses {
    ($($(#[$doc:meta])* $name:ident = $rule:literal,)*) => {
        /// A clause of `docs/rules.md` that a [`Reference`](crate::Reference) can be told to read wrongly.
        ///
        /// Each variant is named for the right reading; its text says what is played instead when it is broken.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Clause {
            $($(#[$doc])* $name,)*
        }

        impl Clause {
            /// Every clause, in the order of the rules.
            pub const ALL: &'static [Clause] = &[$(Clause::$name,)*];

            /// The number of the clause in `docs/rules.md`.
            #[must_use]
            pub fn rule(self) -> &'static str {
                match self {
                    $(Clause::$name => $rule,)*
                }
            }

            /// The name of the variant.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Clause::$name => stringify!($name),)*
                }
            }
        }
    };
}

clauses! {
    /// R1.1: Dimy is 5 x 5. Broken: 5 wide x 3 tall.
    BoardSizes = "R1.1",
    /// R1.2: a point is strong when column + row is even. Broken: when it is odd.
    StrongIsEven = "R1.2",
    /// R1.2: eight lines meet at a strong point. Broken: four.
    StrongHasDiagonals = "R1.2",
    /// R1.2, R1.3: a weak point has no diagonals. Broken: every point has them.
    StrongDiagonalsOnly = "R1.3",
    /// R1.3: neighbours are at distance one. Broken: a step of two points is legal too.
    DistanceOne = "R1.3",
    /// R1.3: lines end at the edge. Broken: the left and the right edge are joined.
    NoWrap = "R1.3",

    /// R2.1: a board with an even side has no start. Broken: it has one.
    StartNeedsOddSides = "R2.1",
    /// R2.1: each side fills the rows nearest to it. Broken: the far ones.
    RowsNearest = "R2.1",
    /// R2.1: the middle row starts from each side's right hand. Broken: from its left hand (the mirror image).
    MiddleRowFromRightHand = "R2.1",
    /// R2.1: each half of the middle row starts with its own side. Broken: both with Black, `BWBW.WBWB` (R2.2).
    MiddleRowEachSide = "R2.1",
    /// R2.1: the centre is empty. Broken: it holds a white stone.
    CentreEmpty = "R2.1",
    /// R2.1: White moves first. Broken: Black does.
    WhiteFirst = "R2.1",

    /// R3.1: a side moves its own stones. Broken: it moves either side's.
    OwnStoneMoves = "R3.1",
    /// R3.1: a step goes to an empty point. Broken: an enemy stone may stand there and is replaced.
    ToEmptyPoint = "R3.1",
    /// R3.2: a paika is legal only without a capture. Broken: always.
    PaikaOnlyWithoutCapture = "R3.2",
    /// R3.2: a capture anywhere rules paikas out. Broken: only for the stone that can capture.
    CaptureAnywhereBindsAll = "R3.2",

    /// R4.1: approach captures. Broken: it does not.
    Approach = "R4.1",
    /// R4.2: withdrawal captures. Broken: it does not.
    Withdrawal = "R4.2",
    /// R4.3: the whole run is removed. Broken: its first stone only.
    WholeRun = "R4.3",
    /// R4.3: an empty point ends the run. Broken: it is passed over.
    RunEndsAtEmpty = "R4.3",
    /// R4.3: an own stone ends the run. Broken: it is passed over.
    RunEndsAtOwnStone = "R4.3",
    /// R4.3: the edge ends the run. Broken: the run goes on from the opposite edge.
    RunEndsAtEdge = "R4.3",
    /// R4.4: a step captures one way. Broken: it captures both ways at once.
    OneKindOnly = "R4.4",
    /// R4.4: the player chooses the way. Broken: approach comes first.
    KindIsChosen = "R4.4",
    /// R4.5: which capture is free. Broken: the first step must take as many stones as any other.
    CaptureChoiceFree = "R4.5",

    /// R5.1: a capture may be followed by another. Broken: one capture ends the turn.
    MayGoOn = "R5.1",
    /// R5.1: the same stone goes on. Broken: any own stone may.
    SameStoneGoesOn = "R5.1",
    /// R5.1: a turn may stop after any capture. Broken: it goes on as long as it can.
    MayStop = "R5.1",
    /// R5.2: every further step captures. Broken: a chain may end with a paika.
    ContinuationCaptures = "R5.2",
    /// R5.2: the direction just used is barred. Broken: it is not.
    DirectionBarred = "R5.2",
    /// R5.2: only the direction just used is barred. Broken: every one used in this turn.
    OnlyLastDirectionBarred = "R5.2",
    /// R5.2: a point reached in this turn is not entered again. Broken: it may be (the start may not).
    NoRevisit = "R5.2",
    /// R5.2: the start counts as visited. Broken: the stone may come back to it.
    StartIsVisited = "R5.2",
    /// R5.3: points emptied in this turn can be used. Broken: they cannot.
    EmptiedPointsUsable = "R5.3",

    /// R6.1: a side without stones has lost. Broken: the game goes on.
    LastStoneLoses = "R6.1",
    /// R6.2: a blocked side has lost. Broken: it is a draw.
    BlockedLoses = "R6.2",
    /// R6.3: last stone before blocked. Broken: the other way round.
    LastStoneBeforeBlocked = "R6.3",
    /// R6.3: a loss comes before a draw. Broken: the draw comes first.
    LossBeforeDraw = "R6.3",
    /// R6.3a: fifty half-moves. Broken: 49.
    LimitNotEarlier = "R6.3a",
    /// R6.3a: fifty half-moves. Broken: 51.
    LimitNotLater = "R6.3a",
    /// R6.3a: a paika counts. Broken: it does not.
    PaikaCounts = "R6.3a",
    /// R6.3a: a capture starts the count again. Broken: the count stays as it is.
    CaptureResets = "R6.3a",
    /// R6.3a, R6.4: the limit can be switched off. Broken: it is always on.
    LimitIsASwitch = "R6.4",
    /// R6.3b: the third time. Broken: the second.
    ThirdTimeNotEarlier = "R6.3b",
    /// R6.3b: the third time. Broken: the fourth.
    ThirdTimeNotLater = "R6.3b",
    /// R6.3b: with the same side to move. Broken: with either side to move.
    SameSideToMove = "R6.3b",
    /// R6.3b, R6.4: repetition can be switched off. Broken: it is always on.
    RepetitionIsASwitch = "R6.4",
    /// R6.3c: an agreed draw is a draw. Broken: nothing happens.
    AgreementDraws = "R6.3c",
    /// R6.3c: the side that resigns has lost. Broken: it has won.
    ResigningLoses = "R6.3c",
    /// R6.4: `standard` has both draws. Broken: a only.
    StandardHasBoth = "R6.4",
    /// R6.4: `icga` has a only. Broken: both.
    IcgaHasLimitOnly = "R6.4",
    /// R6.4: `club` has b only. Broken: both.
    ClubHasRepetitionOnly = "R6.4",

    /// R7: the options are off by default. Broken: single first capture is on.
    OptionsOffByDefault = "R7",
    /// R7.1: the first move takes one capturing step. Broken: the option does nothing.
    SingleFirstCapture = "R7.1",
    /// R7.1: it binds each side. Broken: White only.
    FirstCaptureBindsBoth = "R7.1",
    /// R7.1: it binds the first move. Broken: every move.
    FirstMoveOnly = "R7.1",
    /// R7.2: Vela is for Tsivy. Broken: for every board.
    VelaTsivyOnly = "R7.2",
    /// R7.2: the claimant has White and moves first. Broken: Black moves first.
    VelaWhiteFirst = "R7.2",
    /// R7.2: part one lasts while Black has more than five. Broken: more than six.
    VelaNotShorter = "R7.2",
    /// R7.2: part one lasts while Black has more than five. Broken: more than four.
    VelaNotLonger = "R7.2",
    /// R7.2: White must capture in part one. Broken: without a capture it may make a paika.
    VelaWhiteMustCapture = "R7.2",
    /// R7.2: White takes exactly one stone. Broken: the whole run.
    VelaTakesOne = "R7.2",
    /// R7.2: White takes the first stone in the direction. Broken: the last one of the run.
    VelaTakesFirst = "R7.2",
    /// R7.2: no chain in part one. Broken: chains go on.
    VelaNoChain = "R7.2",
    /// R7.2: A and W are two turns. Broken: approach comes first.
    VelaBothKinds = "R7.2",
    /// R7.2: Black never captures in part one. Broken: it may.
    VelaBlackNeverCaptures = "R7.2",
    /// R7.2: Black may make any paika. Broken: R3.2 binds Black.
    VelaBlackAnyPaika = "R7.2",
    /// R7.2: White without a capture has won. Broken: it has lost.
    VelaNoCaptureWins = "R7.2",
    /// R7.2: Black without a paika has lost. Broken: Black has won.
    VelaNoPaikaLoses = "R7.2",
    /// R7.2: the counters start after part one. Broken: they run from the start.
    VelaCountersStartLater = "R7.2",
    /// R7.2, R8.1: the last field `vela` is written. Broken: it is left out.
    VelaFieldWritten = "R7.2",

    /// R8.1: rows are read and written from the top. Broken: read from the bottom.
    RowsFromTop = "R8.1",
    /// R8.1: a digit is a run of empty points. Broken: it is refused.
    DigitsRead = "R8.1",
    /// R8.1: a dot is an empty point. Broken: it is refused.
    DotsRead = "R8.1",
    /// R8.1: digits are written. Broken: dots are.
    DigitsWritten = "R8.1",
    /// R8.1: the counters may be left out. Broken: they may not.
    CountersOptional = "R8.1",
    /// R8.1: a position read without history counts as having stood once. Broken: not at all.
    ReadPositionCountsOnce = "R8.1",
    /// R8.2: `A` and `W` are written. Broken: they are left out.
    LettersWritten = "R8.2",
    /// R8.2: every point reached is written. Broken: the first and the last only.
    EveryPointWritten = "R8.2",
    /// R8.2: a missing letter is read only when one turn fits. Broken: the first that fits is taken.
    MissingLetterNeedsOneTurn = "R8.2",
}
