//! Files that are there whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::file_lock::{Lock, in_the_way};

/// A file to write, which keeps what it had until something new is whole: that is
/// written to a file beside it, `FILE.part`, and takes its name at the end. As long as
/// this lives no other run can have the same file to write: `FILE.lock` is held.
#[derive(Debug)]
pub(crate) struct WholeFile {
    path: PathBuf,
    /// `None` for what is no file of a disk, such as a pipe: there is no old content to keep.
    beside: Option<Beside>,
}

/// What stands beside a file that is written.
#[derive(Debug)]
struct Beside {
    part: PathBuf,
    /// How everything begins that is written to the file.
    begin: &'static [u8],
    _lock: Lock,
}

impl WholeFile {
    /// Makes sure that the file can be written and that nobody else writes it, so that this is
    /// known before long work and not after it. What the file has is not touched.
    ///
    /// Whatever will be written has to begin with `begin`: by that a `FILE.part` that an earlier
    /// run left behind when it was killed is told from somebody else's file.
    ///
    /// # Errors
    /// When it cannot be written, when another run is writing it, and when a file of somebody
    /// else has one of the names beside it.
    pub(crate) fn new(path: &Path, begin: &'static [u8]) -> io::Result<Self> {
        let path = place_of(path)?;
        let is_there = match fs::metadata(&path) {
            Ok(old) if old.is_file() || old.is_dir() => true,
            Ok(_) => return Ok(Self { path, beside: None }),
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            Err(error) => return Err(error),
        };
        if is_there {
            // One that may not be written is not to be replaced either.
            OpenOptions::new().write(true).open(&path)?;
        }
        let beside = Beside {
            _lock: Lock::take(with_suffix(&path, LOCK))?,
            part: with_suffix(&path, PART),
            begin,
        };
        beside.clear()?;
        Ok(Self {
            path,
            beside: Some(beside),
        })
    }

    /// Replaces what the file has by what `write` writes.
    ///
    /// # Errors
    /// When it cannot be written; the file has what it had.
    pub(crate) fn replace(
        &self,
        write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(beside) = &self.beside else {
            return fill(&File::create(&self.path)?, write);
        };
        beside.clear()?;
        let part = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&beside.part)?;
        let done = fill(&part, write)
            // Else the new name could be on the disk before what it names.
            .and_then(|()| part.sync_all())
            .and_then(|()| fs::rename(&beside.part, &self.path));
        if done.is_err() {
            let _ = fs::remove_file(&beside.part);
        }
        done
    }
}

fn fill(
    file: &File,
    write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.flush()
}

impl Beside {
    /// Takes a half-written file away that a killed run has left behind.
    ///
    /// # Errors
    /// When it is somebody else's.
    fn clear(&self) -> io::Result<()> {
        // Not what a link leads to: that is somebody's in any case.
        match fs::symlink_metadata(&self.part) {
            Ok(old) if old.is_file() => {
                let found = first_bytes(&File::open(&self.part)?, self.begin.len())?;
                if !found.is_empty() && found != self.begin {
                    return Err(in_the_way(&self.part));
                }
                fs::remove_file(&self.part)
            }
            Ok(_) => Err(in_the_way(&self.part)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// Where a file is, or will be: two spellings of one place come out the same.
///
/// # Errors
/// When there is no such folder, or it cannot be looked into.
fn place_of(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        // Through links, so that they stay.
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        found => return found,
    }
    let Some(name) = path.file_name() else {
        return Err(ErrorKind::NotFound.into());
    };
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    Ok(fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(name))
}

/// What is added to a file's name for the file that is written first.
const PART: &str = ".part";

/// What is added to a file's name for its lock.
const LOCK: &str = ".lock";

/// A path with something added to its end.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Whether two files to write get in each other's way: they are one file, however it is
/// spelt, or one has a name that is needed beside the other.
///
/// # Errors
/// When a folder is not there or cannot be looked into.
pub(crate) fn collide(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (place_of(one)?, place_of(other)?);
    let needs = |place: &Path, name: &Path| {
        [PART, LOCK]
            .iter()
            .any(|suffix| with_suffix(place, suffix) == name)
    };
    Ok(one == other || needs(&one, &other) || needs(&other, &one))
}

/// What a file has if it begins with `begin`; else only its first bytes, so that a huge
/// file of another kind, or a device without an end, is not read into memory.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn read_if_begins(path: &Path, begin: &[u8]) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = first_bytes(&file, begin.len())?;
    if bytes == begin {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The first bytes of a file, at most `count`.
fn first_bytes(file: &File, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How the files of these tests begin.
    const BEGIN: &[u8] = b"new";

    /// A name of this test alone, in a folder of its own.
    fn place(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("fanorona-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("a folder");
        folder.join("file")
    }

    fn names(path: &Path) -> Vec<OsString> {
        let folder = fs::read_dir(path.parent().expect("a folder")).expect("a folder");
        folder
            .map(|entry| entry.expect("an entry").file_name())
            .collect()
    }

    #[test]
    fn old_content_stays_until_the_new_is_whole() {
        let path = place("old");
        fs::write(&path, "old").expect("written");
        let read = || fs::read_to_string(&path).expect("read");
        let file = WholeFile::new(&path, BEGIN).expect("writable");
        assert_eq!(read(), "old");
        let failed = file.replace(|out| {
            out.write_all(b"half")?;
            out.flush()?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(read(), "old");
        for new in ["new", "newer"] {
            let replaced = file.replace(|out| out.write_all(new.as_bytes()));
            assert!(replaced.is_ok());
            assert_eq!(read(), new);
        }
        drop(file);
        assert_eq!(names(&path), ["file"]);
    }

    /// What a killed run left behind goes, anything else stays and is named.
    #[test]
    fn only_what_a_run_left_behind_is_overwritten() {
        let path = place("part");
        let part = with_suffix(&path, PART);
        let write = || WholeFile::new(&path, BEGIN)?.replace(|out| out.write_all(b"new and more"));
        for left in ["", "new", "new and half"] {
            fs::write(&part, left).expect("written");
            write().expect("written");
            assert_eq!(fs::read_to_string(&path).expect("read"), "new and more");
            fs::remove_file(&path).expect("there");
        }
        for foreign in ["n", "a letter", "a new letter"] {
            fs::write(&part, foreign).expect("written");
            let error = write().expect_err("somebody else's").to_string();
            assert!(error.contains("file.part is in the way"), "{error}");
            assert_eq!(fs::read_to_string(&part).expect("read"), foreign);
            assert_eq!(names(&path), ["file.part"]);
        }
        // It may come while the work is going on, too.
        fs::remove_file(&part).expect("there");
        let file = WholeFile::new(&path, BEGIN).expect("writable");
        fs::write(&part, "a letter").expect("written");
        assert!(file.replace(|out| out.write_all(b"new")).is_err());
        drop(file);
        assert_eq!(fs::read_to_string(&part).expect("read"), "a letter");
        assert_eq!(names(&path), ["file.part"]);
        fs::remove_file(&part).expect("there");
        fs::create_dir(&part).expect("a folder");
        assert!(write().is_err());
    }

    /// Neither does a link where the half-written file would be lead to anything overwritten.
    #[test]
    #[cfg(unix)]
    fn a_link_in_the_way_is_not_followed() {
        let path = place("part-link");
        let letter = path.with_file_name("letter");
        for content in ["a letter", "new letter", ""] {
            fs::write(&letter, content).expect("written");
            for suffix in [PART, LOCK] {
                let link = with_suffix(&path, suffix);
                std::os::unix::fs::symlink(&letter, &link).expect("a link");
                let error = WholeFile::new(&path, BEGIN).expect_err("a link");
                assert!(error.to_string().contains("in the way"), "{error}");
                assert_eq!(fs::read_to_string(&letter).expect("read"), content);
                fs::remove_file(&link).expect("there");
            }
        }
    }

    #[test]
    fn two_runs_do_not_write_one_file() {
        let path = place("lock");
        let first = WholeFile::new(&path, BEGIN).expect("writable");
        for _ in 0..2 {
            let error = WholeFile::new(&path, BEGIN).expect_err("taken").to_string();
            assert!(error.contains("another run"), "{error}");
            // However it is refused, the first can go on.
            first.replace(|out| out.write_all(b"new")).expect("written");
        }
        drop(first);
        assert_eq!(names(&path), ["file"]);
        // A killed run leaves the file, but not the lock.
        let lock = with_suffix(&path, LOCK);
        fs::write(&lock, "").expect("written");
        drop(WholeFile::new(&path, BEGIN).expect("writable"));
        fs::write(&lock, "a letter").expect("written");
        let error = WholeFile::new(&path, BEGIN).expect_err("somebody else's");
        assert!(error.to_string().contains("file.lock is in the way"));
        assert_eq!(fs::read_to_string(&lock).expect("read"), "a letter");
    }

    #[test]
    fn nothing_is_left_where_nothing_was_written() {
        let path = place("nothing");
        let file = WholeFile::new(&path, BEGIN).expect("writable");
        assert_eq!(names(&path), ["file.lock"]);
        drop(file);
        assert!(names(&path).is_empty());
    }

    #[test]
    fn what_cannot_be_written_is_known_at_once() {
        let path = place("folder");
        assert!(WholeFile::new(path.parent().expect("a folder"), BEGIN).is_err());
        assert!(WholeFile::new(&path.join("deeper"), BEGIN).is_err());
        assert!(names(&path).is_empty());
    }

    #[test]
    fn one_place_has_many_spellings() {
        let path = place("spellings");
        let folder = path.parent().expect("a folder");
        fs::create_dir(folder.join("sub")).expect("a folder");
        for (one, other, collides) in [
            ("file", "./file", true),
            ("file", "sub/../file", true),
            ("file", "file.part", true),
            ("file.part", "./file", true),
            ("file", "sub/../file.lock", true),
            ("file.lock", "file", true),
            ("file", "file.partial", false),
            ("file", "sub/file", false),
        ] {
            let found = collide(&folder.join(one), &folder.join(other));
            assert_eq!(found.expect("folders are there"), collides, "{one} {other}");
        }
        assert!(collide(&path, &folder.join("nosuch/file")).is_err());
        assert!(collide(Path::new("file"), Path::new("./file")).expect("a folder"));
    }

    #[test]
    fn files_of_another_kind_are_not_read() {
        let path = place("kind");
        for (content, read) in [
            ("", ""),
            ("ki", "ki"),
            ("kind", "kind"),
            ("kind and more", "kind and more"),
            ("another", "anot"),
        ] {
            fs::write(&path, content).expect("written");
            let found = read_if_begins(&path, b"kind").expect("read");
            assert_eq!(found, read.as_bytes());
        }
    }

    /// Links and devices stay what they are.
    #[test]
    #[cfg(unix)]
    fn links_are_followed() {
        let path = place("link");
        let link = path.with_file_name("link");
        fs::write(&path, "old").expect("written");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        let through = |path: &Path| {
            let file = WholeFile::new(path, BEGIN).expect("writable");
            file.replace(|out| out.write_all(b"new")).expect("written");
        };
        through(&link);
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        through(Path::new("/dev/null"));
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
    }
}
