//! Files that one run at a time may write.
//!
//! A lock belongs to the process and ends with it, however that ends, so nobody has to clear up after a run that was killed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What is said of a file that another run has.
fn busy() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "another run is writing this file")
}

/// What is said of a file of somebody else with a name that is needed.
pub(crate) fn in_the_way(path: &Path) -> io::Error {
    let reason = format!(
        "{} is in the way and was not left by an earlier run: move it, or write to another place",
        path.display()
    );
    io::Error::new(ErrorKind::AlreadyExists, reason)
}

/// Locks an open file as long as it is open.
///
/// # Errors
/// When another run has it locked.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(busy()),
        // Some network folders know no locks: better written without one than not at all.
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => Err(error),
        _ => Ok(()),
    }
}

/// An empty file that is locked as long as this lives, and gone afterwards. Where a run was killed the file
/// stays, and the next one takes it.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    /// Open for the sake of its lock.
    _file: File,
}

impl Lock {
    /// Takes the lock with this name.
    ///
    /// # Errors
    /// When another run has it, when something else has the name, and when no file can be made there.
    pub(crate) fn take(path: PathBuf) -> io::Result<Self> {
        loop {
            match fs::symlink_metadata(&path) {
                // With something in it, or of another kind, it is somebody else's.
                Ok(old) if !old.is_file() || old.len() > 0 => return Err(in_the_way(&path)),
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let file = open(&path)?;
            lock(&file)?;
            // Else its last owner took it away between the opening and the locking: this one locks nothing.
            if has_name(&file, &path)? {
                return Ok(Self { path, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Still locked: who has opened it meanwhile will see that the name is gone.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Opens a file for writing and leaves what it has; one that is not there is made.
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

/// Whether an open file is the one that has the name now.
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let open = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (open.dev(), open.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere files of locks are never taken away, so it is.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn has_name(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Opens a file to be written in place, from its beginning. As long as it is open no other run can do so.
///
/// # Errors
/// When it cannot be written, and when another run has it; what it has stays then.
pub(crate) fn open_in_place(path: &Path) -> io::Result<File> {
    let file = open(path)?;
    // Pipes and devices have nothing to lose.
    if file.metadata()?.is_file() {
        lock(&file)?;
        file.set_len(0)?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// A name in a folder of its own, which is gone at the end.
    fn place() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        (folder, path)
    }

    /// Whoever comes and goes, at no time do two have the lock.
    #[test]
    fn the_lock_is_ones_own_however_many_ask() {
        let (_folder, path) = place();
        let (owners, had) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..2_000 {
                        match Lock::take(path.clone()) {
                            Ok(lock) => {
                                assert_eq!(owners.fetch_add(1, Ordering::SeqCst), 0);
                                had.fetch_add(1, Ordering::SeqCst);
                                owners.fetch_sub(1, Ordering::SeqCst);
                                drop(lock);
                            }
                            Err(error) => assert_eq!(error.kind(), ErrorKind::ResourceBusy),
                        }
                    }
                });
            }
        });
        assert!(had.into_inner() > 100);
        assert_eq!(path.exists(), cfg!(not(unix)));
    }

    #[test]
    fn a_file_written_in_place_has_one_writer() {
        let (_folder, path) = place();
        fs::write(&path, "old and long").expect("written");
        let mut first = open_in_place(&path).expect("writable");
        first.write_all(b"new").expect("written");
        let error = open_in_place(&path).expect_err("taken");
        assert!(error.to_string().contains("another run"), "{error}");
        drop(first);
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        drop(open_in_place(&path).expect("writable"));
        assert_eq!(fs::read_to_string(&path).expect("read"), "");
        assert!(cfg!(not(unix)) || open_in_place(Path::new("/dev/null")).is_ok());
    }
}
