//! Small files of data that carry a note on where they come from: weights, opening books.
//!
//! All numbers are little-endian: a magic of eight bytes, version, columns, rows, a byte of the kind's
//! own; the length of a note as 16 bits and the note (UTF-8); then what the kind has to say; the
//! checksum of all that (FNV-1a, 64 bits).

use alloc::string::String;
use alloc::vec::Vec;

use crate::board::Board;
use crate::checksum::checksum;

const MAGIC: usize = 8;

/// Bytes before the note.
const HEADER: usize = MAGIC + 4 + 2;

/// How the files of a kind begin.
pub(crate) struct Kind {
    pub(crate) magic: [u8; MAGIC],
    pub(crate) version: u8,
}

/// Why bytes are no file of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotedError {
    Magic,
    Version,
    Board,
    Length,
    Checksum,
}

/// A file whose outside is in order.
pub(crate) struct Noted<'a> {
    pub(crate) board: Board,
    /// The kind's own byte.
    pub(crate) extra: u8,
    note: &'a [u8],
    pub(crate) content: &'a [u8],
}

impl Noted<'_> {
    pub(crate) fn note(&self) -> String {
        String::from_utf8_lossy(self.note).into_owned()
    }
}

impl Kind {
    /// The beginning of a file; of a note only as much as 65,535 bytes hold.
    pub(crate) fn begin(&self, board: Board, extra: u8, note: &str) -> Vec<u8> {
        let mut length = note.len().min(usize::from(u16::MAX));
        while !note.is_char_boundary(length) {
            length -= 1;
        }
        let mut bytes = Vec::from(self.magic);
        bytes.extend([self.version, board.width(), board.height(), extra]);
        bytes.extend((length as u16).to_le_bytes());
        bytes.extend(&note.as_bytes()[..length]);
        bytes
    }

    /// Looks at all of a file but its content.
    pub(crate) fn open<'a>(&self, bytes: &'a [u8]) -> Result<Noted<'a>, NotedError> {
        if !bytes.starts_with(&self.magic) {
            return Err(NotedError::Magic);
        }
        let (body, sum) = bytes.split_last_chunk().ok_or(NotedError::Length)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(NotedError::Checksum);
        }
        let Some((&[version, width, height, extra, low, high], rest)) = body
            .get(MAGIC..)
            .and_then(|rest| rest.split_first_chunk::<{ HEADER - MAGIC }>())
        else {
            return Err(NotedError::Length);
        };
        if version != self.version {
            return Err(NotedError::Version);
        }
        let board = Board::new(width, height).ok_or(NotedError::Board)?;
        let note = usize::from(u16::from_le_bytes([low, high]));
        let (note, content) = rest.split_at_checked(note).ok_or(NotedError::Length)?;
        Ok(Noted {
            board,
            extra,
            note,
            content,
        })
    }
}

/// Ends a file with the checksum of all that stands before it.
pub(crate) fn seal(bytes: &mut Vec<u8>) {
    let sum = checksum(bytes);
    bytes.extend(sum.to_le_bytes());
}
