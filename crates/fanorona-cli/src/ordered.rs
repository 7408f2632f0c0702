//! Numbered pieces of work for several threads, with results in order.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Does the pieces 0 to `pieces` - 1 and shows the result of each to `go_on` in this
/// order, whichever thread is first; ends early when it says no. Each thread has what
/// `worker` makes, and `work` does a piece with it.
pub(crate) fn in_order<W, R: Send>(
    threads: u8,
    pieces: u64,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> R + Sync,
    go_on: impl FnMut(R) -> bool + Send,
) {
    struct Line<R, F> {
        waiting: BTreeMap<u64, R>,
        shown: u64,
        go_on: F,
    }
    let line = Mutex::new(Line {
        waiting: BTreeMap::new(),
        shown: 0,
        go_on,
    });
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let run = || {
        let mut worker = worker();
        while !stop.load(Ordering::Relaxed) {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                break;
            }
            let result = work(&mut worker, piece);
            // Another thread has panicked: there is nobody to show it to.
            let Ok(mut line) = line.lock() else { break };
            line.waiting.insert(piece, result);
            let line = &mut *line;
            while !stop.load(Ordering::Relaxed)
                && let Some(result) = line.waiting.remove(&line.shown)
            {
                line.shown += 1;
                if !(line.go_on)(result) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_end_when_told() {
        for threads in [1, 2, 5] {
            let mut seen = Vec::new();
            in_order(
                threads,
                100,
                || 7,
                |seven, piece| *seven * piece,
                |result| {
                    seen.push(result);
                    seen.len() < 40
                },
            );
            assert_eq!(seen, (0..40).map(|piece| 7 * piece).collect::<Vec<_>>());
        }
    }
}
