//! Files that are there whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
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
        let path = match fs::canonicalize(path) {
            // Through links, so that they stay.
            Ok(path) => path,
            Err(error) if error.kind() == ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error),
        };
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
        let part = (!is_special).then(|| {
            let mut name = OsString::from(&path);
            name.push(".part");
            PathBuf::from(name)
        });
        if let Some(part) = &part {
            File::create(part)?;
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
        drop(WholeFile::new(&path).expect("writable"));
        assert!(names(&path).is_empty());
    }

    #[test]
    fn what_cannot_be_written_is_known_at_once() {
        let path = place("folder");
        assert!(WholeFile::new(path.parent().expect("a folder")).is_err());
        assert!(WholeFile::new(&path.join("deeper")).is_err());
        assert!(names(&path).is_empty());
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
