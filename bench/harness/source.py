"""Writes the source of every contestant into the working folder."""

import shutil

from .contestants import OTHERS, RUST as CRATES
from .paths import LOCKS, RUST

WORKSPACE = '''[workspace]
resolver = "3"
members = [MEMBERS]

[profile.release]
strip = "symbols"
'''


def write(path, text):
    """Only what differs is written, so that what was built stays built."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def generate():
    """All of them, with the committed lock file. Returns the packages' names."""
    names = []
    for contestant in CRATES:
        for name, files in contestant.packages():
            names.append(name)
            for path, text in files.items():
                write(RUST / name / path, text)
            wanted = {RUST / name / path for path in files}
            for path in (RUST / name / "src").iterdir():
                if path not in wanted:
                    path.unlink()
    for contestant in OTHERS:
        for path, text in contestant.files().items():
            write(contestant.FOLDER / path, text)
        names.append(contestant.FOLDER.name)
    members = ", ".join(f'"{name}"' for name in sorted(name for name in names if (RUST / name).is_dir()))
    write(RUST / "Cargo.toml", WORKSPACE.replace("MEMBERS", members))
    lock = LOCKS / "Cargo.lock"
    if lock.exists():
        shutil.copy(lock, RUST / "Cargo.lock")
    return names
