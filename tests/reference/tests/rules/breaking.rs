//! Breaking any one clause makes a named check fail.

use fanorona_reference::{Clause, Reference};

use crate::check::Check;
use crate::{end, golden, play, text, vela};

/// A check of another module.
type NamedCheck = fn(&Reference) -> Check;

/// Declares the table clause -> check, and for each line a test that the check notices.
macro_rules! breaking {
    ($($test:ident: $clause:ident => $module:ident::$check:ident,)*) => {
        /// The clause, and the check that must fail when it is broken.
        const TABLE: &[(Clause, &str, NamedCheck)] =
            &[$((Clause::$clause, concat!(stringify!($module), "::", stringify!($check)), $module::$check),)*];

        $(#[test] fn $test() {
            notices(Clause::$clause);
        })*
    };
}

fn notices(clause: Clause) {
    let lines: Vec<_> = TABLE.iter().filter(|line| line.0 == clause).collect();
    assert!(!lines.is_empty(), "{} is not in the table", clause.name());
    for (_, name, check) in lines {
        assert_eq!(
            check(&Reference::default()),
            Ok(()),
            "{name} with nothing broken"
        );
        let broken = check(&Reference::breaking(Some(clause)));
        assert!(
            broken.is_err(),
            "{name} does not notice that {} ({}) is broken",
            clause.name(),
            clause.rule()
        );
    }
}

#[test]
fn every_clause_is_in_the_table() {
    for clause in Clause::ALL {
        let lines = TABLE.iter().filter(|line| line.0 == *clause).count();
        assert_eq!(lines, 1, "{} ({})", clause.name(), clause.rule());
    }
    assert_eq!(TABLE.len(), Clause::ALL.len());
}

breaking! {
    breaking_board_sizes_is_noticed: BoardSizes => golden::dimy_perft,
    breaking_strong_is_even_is_noticed: StrongIsEven => play::no_diagonal_from_a_weak_point,
    breaking_strong_has_diagonals_is_noticed: StrongHasDiagonals => play::each_paika_is_listed_once,
    breaking_strong_diagonals_only_is_noticed: StrongDiagonalsOnly => play::no_diagonal_from_a_weak_point,
    breaking_distance_one_is_noticed: DistanceOne => play::each_paika_is_listed_once,
    breaking_no_wrap_is_noticed: NoWrap => play::no_wrap_at_the_edge,

    breaking_start_needs_odd_sides_is_noticed: StartNeedsOddSides => text::a_board_with_an_even_side_has_no_start,
    breaking_rows_nearest_is_noticed: RowsNearest => text::the_starts,
    breaking_middle_row_from_right_hand_is_noticed: MiddleRowFromRightHand => text::the_starts,
    breaking_middle_row_each_side_is_noticed: MiddleRowEachSide => golden::tsivy_perft,
    breaking_centre_empty_is_noticed: CentreEmpty => text::the_starts,
    breaking_white_first_is_noticed: WhiteFirst => text::the_starts,

    breaking_own_stone_moves_is_noticed: OwnStoneMoves => play::a_step_goes_from_an_own_stone_to_an_empty_point,
    breaking_to_empty_point_is_noticed: ToEmptyPoint => play::a_step_goes_from_an_own_stone_to_an_empty_point,
    breaking_paika_only_without_capture_is_noticed: PaikaOnlyWithoutCapture => play::a_capture_anywhere_rules_paikas_out,
    breaking_capture_anywhere_binds_all_is_noticed: CaptureAnywhereBindsAll => play::a_capture_anywhere_rules_paikas_out,

    breaking_approach_is_noticed: Approach => play::approach_takes_the_stone_in_front,
    breaking_withdrawal_is_noticed: Withdrawal => play::withdrawal_takes_the_stone_behind,
    breaking_whole_run_is_noticed: WholeRun => play::the_whole_run_is_taken_up_to_an_empty_point,
    breaking_run_ends_at_empty_is_noticed: RunEndsAtEmpty => play::the_whole_run_is_taken_up_to_an_empty_point,
    breaking_run_ends_at_own_stone_is_noticed: RunEndsAtOwnStone => play::an_own_stone_ends_the_run,
    breaking_run_ends_at_edge_is_noticed: RunEndsAtEdge => play::the_edge_ends_the_run,
    breaking_one_kind_only_is_noticed: OneKindOnly => play::approach_and_withdrawal_are_two_turns,
    breaking_kind_is_chosen_is_noticed: KindIsChosen => play::approach_and_withdrawal_are_two_turns,
    breaking_capture_choice_free_is_noticed: CaptureChoiceFree => play::a_smaller_capture_may_be_chosen,

    breaking_may_go_on_is_noticed: MayGoOn => play::a_chain_is_one_turn,
    breaking_same_stone_goes_on_is_noticed: SameStoneGoesOn => play::only_the_same_stone_goes_on,
    breaking_may_stop_is_noticed: MayStop => play::stopping_is_always_allowed,
    breaking_continuation_captures_is_noticed: ContinuationCaptures => play::a_continuation_must_capture,
    breaking_direction_barred_is_noticed: DirectionBarred => play::the_direction_just_used_is_barred,
    breaking_only_last_direction_barred_is_noticed: OnlyLastDirectionBarred => play::only_the_direction_just_used_is_barred,
    breaking_no_revisit_is_noticed: NoRevisit => play::a_point_reached_is_not_entered_again,
    breaking_start_is_visited_is_noticed: StartIsVisited => play::the_start_counts_as_visited,
    breaking_emptied_points_usable_is_noticed: EmptiedPointsUsable => play::points_emptied_in_the_turn_can_be_used,

    breaking_last_stone_loses_is_noticed: LastStoneLoses => end::taking_the_last_stone_ends_the_game_at_once,
    breaking_blocked_loses_is_noticed: BlockedLoses => end::the_blocked_side_loses,
    breaking_last_stone_before_blocked_is_noticed: LastStoneBeforeBlocked => end::the_last_stone_comes_before_a_block,
    breaking_loss_before_draw_is_noticed: LossBeforeDraw => end::a_loss_comes_before_a_draw,
    breaking_limit_not_earlier_is_noticed: LimitNotEarlier => end::fifty_half_moves_without_a_capture_are_a_draw,
    breaking_limit_not_later_is_noticed: LimitNotLater => end::fifty_half_moves_without_a_capture_are_a_draw,
    breaking_paika_counts_is_noticed: PaikaCounts => end::fifty_half_moves_without_a_capture_are_a_draw,
    breaking_capture_resets_is_noticed: CaptureResets => play::the_counters_after_a_turn,
    breaking_limit_is_a_switch_is_noticed: LimitIsASwitch => end::the_limit_can_be_switched_off,
    breaking_third_time_not_earlier_is_noticed: ThirdTimeNotEarlier => end::the_third_time_is_a_draw,
    breaking_third_time_not_later_is_noticed: ThirdTimeNotLater => end::the_third_time_is_a_draw,
    breaking_same_side_to_move_is_noticed:
        SameSideToMove => end::the_same_board_with_the_other_side_to_move_is_another_position,
    breaking_repetition_is_a_switch_is_noticed: RepetitionIsASwitch => end::repetition_can_be_switched_off,
    breaking_agreement_draws_is_noticed: AgreementDraws => end::players_may_agree_and_resign,
    breaking_resigning_loses_is_noticed: ResigningLoses => end::players_may_agree_and_resign,
    breaking_standard_has_both_is_noticed: StandardHasBoth => end::the_presets_are_as_listed,
    breaking_icga_has_limit_only_is_noticed: IcgaHasLimitOnly => end::the_presets_are_as_listed,
    breaking_club_has_repetition_only_is_noticed: ClubHasRepetitionOnly => end::the_presets_are_as_listed,

    breaking_options_off_by_default_is_noticed: OptionsOffByDefault => golden::tsivy_perft,
    breaking_single_first_capture_is_noticed: SingleFirstCapture => golden::single_first_capture_perft,
    breaking_first_capture_binds_both_is_noticed: FirstCaptureBindsBoth => golden::single_first_capture_perft,
    breaking_first_move_only_is_noticed: FirstMoveOnly => end::a_first_move_may_take_one_step_only,
    breaking_vela_tsivy_only_is_noticed: VelaTsivyOnly => text::the_last_field_is_vela,
    breaking_vela_white_first_is_noticed: VelaWhiteFirst => vela::the_start_of_vela,
    breaking_vela_not_shorter_is_noticed: VelaNotShorter => vela::part_one_ends_at_five_black_stones,
    breaking_vela_not_longer_is_noticed: VelaNotLonger => vela::part_one_ends_at_five_black_stones,
    breaking_vela_white_must_capture_is_noticed: VelaWhiteMustCapture => vela::white_without_a_capture_has_won,
    breaking_vela_takes_one_is_noticed: VelaTakesOne => vela::white_takes_the_first_stone_only,
    breaking_vela_takes_first_is_noticed: VelaTakesFirst => vela::white_takes_the_first_stone_only,
    breaking_vela_no_chain_is_noticed: VelaNoChain => vela::no_chain_in_part_one,
    breaking_vela_both_kinds_is_noticed: VelaBothKinds => vela::both_kinds_can_be_chosen,
    breaking_vela_black_never_captures_is_noticed: VelaBlackNeverCaptures => golden::vela_perft,
    breaking_vela_black_any_paika_is_noticed: VelaBlackAnyPaika => vela::black_makes_any_paika_and_never_captures,
    breaking_vela_no_capture_wins_is_noticed: VelaNoCaptureWins => vela::white_without_a_capture_has_won,
    breaking_vela_no_paika_loses_is_noticed: VelaNoPaikaLoses => vela::black_without_a_paika_has_lost,
    breaking_vela_counters_start_later_is_noticed: VelaCountersStartLater => vela::the_counters_start_after_part_one,
    breaking_vela_field_written_is_noticed: VelaFieldWritten => text::the_last_field_is_vela,

    breaking_rows_from_top_is_noticed: RowsFromTop => golden::telo_positions,
    breaking_digits_read_is_noticed: DigitsRead => text::dots_and_digits_are_read_and_digits_written,
    breaking_dots_read_is_noticed: DotsRead => text::dots_and_digits_are_read_and_digits_written,
    breaking_digits_written_is_noticed: DigitsWritten => text::dots_and_digits_are_read_and_digits_written,
    breaking_counters_optional_is_noticed: CountersOptional => text::dots_and_digits_are_read_and_digits_written,
    breaking_read_position_counts_once_is_noticed: ReadPositionCountsOnce => end::the_third_time_is_a_draw,
    breaking_letters_written_is_noticed: LettersWritten => golden::dimy_positions,
    breaking_every_point_written_is_noticed: EveryPointWritten => golden::dimy_positions,
    breaking_missing_letter_needs_one_turn_is_noticed:
        MissingLetterNeedsOneTurn => text::a_missing_letter_is_read_when_one_turn_fits,
}
