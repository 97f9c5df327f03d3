"""The SQLite database: its tables, how it is opened, and a digest of its content."""

import hashlib
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

SCHEMA = """
CREATE TABLE people (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, role TEXT NOT NULL, department TEXT NOT NULL,
  title TEXT NOT NULL, manager_id TEXT REFERENCES people(id), status TEXT NOT NULL, phone TEXT NOT NULL,
  address TEXT NOT NULL, emergency_name TEXT NOT NULL, emergency_phone TEXT NOT NULL, language TEXT NOT NULL,
  started TEXT NOT NULL);
CREATE TABLE leave_allowances (
  person_id TEXT NOT NULL REFERENCES people(id), year INTEGER NOT NULL, days REAL NOT NULL, carried REAL NOT NULL,
  PRIMARY KEY (person_id, year));
CREATE TABLE leave_requests (
  id INTEGER PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people(id), first TEXT NOT NULL, last TEXT NOT NULL,
  type TEXT NOT NULL, half INTEGER NOT NULL, days REAL NOT NULL, note TEXT NOT NULL, status TEXT NOT NULL,
  approver_id TEXT REFERENCES people(id), reason TEXT NOT NULL DEFAULT '', requested TEXT NOT NULL);
CREATE TABLE attendance (
  person_id TEXT NOT NULL REFERENCES people(id), day TEXT NOT NULL, clock_in TEXT NOT NULL, clock_out TEXT,
  corrected INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '', pause INTEGER NOT NULL DEFAULT 30,
  PRIMARY KEY (person_id, day));
CREATE TABLE expenses (
  id INTEGER PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people(id), amount INTEGER NOT NULL, day TEXT NOT NULL,
  category TEXT NOT NULL, description TEXT NOT NULL, project TEXT NOT NULL, status TEXT NOT NULL,
  approver_id TEXT REFERENCES people(id), reason TEXT NOT NULL DEFAULT '', submitted TEXT NOT NULL);
CREATE TABLE suppliers (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, contact TEXT NOT NULL, email TEXT NOT NULL, supplies TEXT NOT NULL,
  lead_days INTEGER NOT NULL, status TEXT NOT NULL);
CREATE TABLE customers (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, contact TEXT NOT NULL, email TEXT NOT NULL, city TEXT NOT NULL,
  terms INTEGER NOT NULL, status TEXT NOT NULL);
CREATE TABLE items (
  sku TEXT PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, location TEXT NOT NULL,
  supplier_id TEXT NOT NULL REFERENCES suppliers(id), on_hand INTEGER NOT NULL, reorder_at INTEGER NOT NULL,
  unit_cost INTEGER NOT NULL, on_hold INTEGER NOT NULL DEFAULT 0);
CREATE TABLE stock_movements (
  id INTEGER PRIMARY KEY, sku TEXT NOT NULL REFERENCES items(sku), change INTEGER NOT NULL, reason TEXT NOT NULL,
  note TEXT NOT NULL, person_id TEXT NOT NULL REFERENCES people(id), day TEXT NOT NULL);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, supplier_id TEXT NOT NULL REFERENCES suppliers(id), sku TEXT NOT NULL REFERENCES items(sku),
  quantity INTEGER NOT NULL, received INTEGER NOT NULL DEFAULT 0, unit_cost INTEGER NOT NULL, ordered TEXT NOT NULL,
  expected TEXT NOT NULL, status TEXT NOT NULL);
CREATE TABLE invoices (
  id INTEGER PRIMARY KEY, customer_id TEXT NOT NULL REFERENCES customers(id), amount INTEGER NOT NULL,
  issued TEXT NOT NULL, due TEXT NOT NULL, reference TEXT NOT NULL, status TEXT NOT NULL, paid_on TEXT,
  reminders INTEGER NOT NULL DEFAULT 0);
CREATE TABLE projects (
  code TEXT PRIMARY KEY, name TEXT NOT NULL, customer_id TEXT REFERENCES customers(id),
  lead_id TEXT NOT NULL REFERENCES people(id), status TEXT NOT NULL, starts TEXT NOT NULL, ends TEXT NOT NULL,
  budget INTEGER NOT NULL);
CREATE TABLE tasks (
  id INTEGER PRIMARY KEY, code TEXT NOT NULL REFERENCES projects(code), title TEXT NOT NULL, lane TEXT NOT NULL,
  person_id TEXT NOT NULL REFERENCES people(id), due TEXT NOT NULL);
CREATE TABLE time_entries (
  id INTEGER PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people(id), code TEXT NOT NULL REFERENCES projects(code),
  day TEXT NOT NULL, minutes INTEGER NOT NULL, note TEXT NOT NULL, status TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '');
CREATE TABLE policies (
  id TEXT PRIMARY KEY, category TEXT NOT NULL, title TEXT NOT NULL, rule TEXT NOT NULL, highest INTEGER,
  receipt INTEGER NOT NULL, changed TEXT NOT NULL);
CREATE TABLE settings (
  id TEXT PRIMARY KEY, part TEXT NOT NULL, name TEXT NOT NULL, about TEXT NOT NULL, value TEXT NOT NULL,
  allowed TEXT NOT NULL, changed TEXT NOT NULL);
CREATE TABLE audit (
  id INTEGER PRIMARY KEY, day TEXT NOT NULL, time TEXT NOT NULL, person_id TEXT NOT NULL REFERENCES people(id),
  screen TEXT NOT NULL, what TEXT NOT NULL);
"""


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA foreign_keys = ON")
    return db


@contextmanager
def reading(path: Path) -> Generator[sqlite3.Connection]:
    """Open the database so that SQLite itself refuses to change it: looking never writes."""
    with closing(_connect(path)) as db:
        db.execute("PRAGMA query_only = ON")
        yield db


@contextmanager
def writing(path: Path) -> Generator[sqlite3.Connection]:
    """Open the database in one transaction, undone when the block raises."""
    with closing(_connect(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        with db:
            yield db


def database_digest(path: Path) -> str:
    """The SHA-256 of the logical content; equal digests mean that no row differs."""
    with reading(path) as db:
        digest = hashlib.sha256()
        for line in db.iterdump():
            digest.update(line.encode() + b"\n")
    return digest.hexdigest()
