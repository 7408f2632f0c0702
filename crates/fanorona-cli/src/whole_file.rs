//! Files that are there whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// A file to write, which keeps what it had until something new is whole: that is
/// written to a file beside it, `FILE.part`, and takes its name at the end.
#[derive(Debug)]
pub(crate) struct WholeFile {
    path: PathBuf,
    /// `None` for what is no file of a disk, such as a pipe: there is no old content to keep.
    part: Option<PathBuf>,
}

impl WholeFile {
    /// Makes sure that the file can be written, so that this is known before long
    /// work and not after it. What the file has is not touched.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        let path = place_of(path)?;
        let is_special = match fs::metadata(&path) {
            Ok(old) if old.is_file() || old.is_dir() => {
                // One that may not be written is not to be replaced either.
                OpenOptions::new().write(true).open(&path)?;
                false
            }
            Ok(_) => true,
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            Err(error) => return Err(error),
        };
        let part = (!is_special).then(|| part_of(&path));
        if let Some(part) = &part {
            File::create(part)?;
            // Not left empty by a run that is ended before it writes.
            fs::remove_file(part)?;
        }
        Ok(Self { path, part })
    }

    /// Replaces what the file has by what `write` writes.
    ///
    /// # Errors
    /// When it cannot be written; the file has what it had.
    pub(crate) fn replace(
        &self,
        write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
    ) -> io::Result<()> {
        let file = File::create(self.part.as_ref().unwrap_or(&self.path))?;
        let mut out = BufWriter::new(&file);
        write(&mut out)?;
        out.flush()?;
        drop(out);
        if let Some(part) = &self.part {
            // Else the new name could be on the disk before what it names.
            file.sync_all()?;
            fs::rename(part, &self.path)?;
        }
        Ok(())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // It is there only where nothing was written or writing failed.
            let _ = fs::remove_file(part);
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

/// The file beside a place that is written first.
fn part_of(place: &Path) -> PathBuf {
    let mut name = OsString::from(place);
    name.push(".part");
    name.into()
}

/// Whether two files to write get in each other's way: they are one file, however it is
/// spelt, or one is what the other is written to first.
///
/// # Errors
/// When a folder is not there or cannot be looked into.
pub(crate) fn collide(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (place_of(one)?, place_of(other)?);
    Ok(one == other || part_of(&one) == other || one == part_of(&other))
}

/// What a file has if it begins with `begin`; else only its first bytes, so that a huge
/// file of another kind, or a device without an end, is not read into memory.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn read_if_begins(path: &Path, begin: &[u8]) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    (&file).take(begin.len() as u64).read_to_end(&mut bytes)?;
    if bytes == begin {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let file = WholeFile::new(&path).expect("writable");
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

    #[test]
    fn nothing_is_left_where_nothing_was_written() {
        let path = place("nothing");
        let file = WholeFile::new(&path).expect("writable");
        assert!(names(&path).is_empty());
        drop(file);
        assert!(names(&path).is_empty());
    }

    #[test]
    fn what_cannot_be_written_is_known_at_once() {
        let path = place("folder");
        assert!(WholeFile::new(path.parent().expect("a folder")).is_err());
        assert!(WholeFile::new(&path.join("deeper")).is_err());
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
            let file = WholeFile::new(path).expect("writable");
            file.replace(|out| out.write_all(b"new")).expect("written");
        };
        through(&link);
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        through(Path::new("/dev/null"));
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
    }
}
