"""The forty people of the company."""

import sqlite3

from overlay.demo.seed.pick import pick

# id, name, role, department, title, manager
_PEOPLE = """
astrid.norrby|Astrid Norrby|manager|Leadership|Managing director|
ines.ortega|Ines Ortega|manager|Design|Head of design|astrid.norrby
kofi.mensah|Kofi Mensah|manager|Sales|Head of sales|astrid.norrby
helena.brandt|Helena Brandt|manager|Warehouse|Head of logistics|astrid.norrby
yuki.tanaka|Yuki Tanaka|manager|Finance|Head of finance|astrid.norrby
nadia.petrov|Nadia Petrov|admin|People & IT|People operations & IT|astrid.norrby
mara.lind|Mara Lind|employee|Design|Product designer|ines.ortega
aino.virtanen|Aino Virtanen|employee|Design|Lighting engineer|ines.ortega
bilal.haddad|Bilal Haddad|employee|Design|Electronics engineer|ines.ortega
chiara.conti|Chiara Conti|employee|Design|Industrial designer|ines.ortega
dewi.santoso|Dewi Santoso|employee|Design|CAD specialist|ines.ortega
emeka.obi|Emeka Obi|employee|Design|Test engineer|ines.ortega
freja.holm|Freja Holm|employee|Design|Materials engineer|ines.ortega
goran.kovac|Goran Kovač|employee|Design|Firmware developer|ines.ortega
hana.novakova|Hana Nováková|employee|Sales|Account executive|kofi.mensah
ibrahim.diallo|Ibrahim Diallo|employee|Sales|Account executive|kofi.mensah
julia.wagner|Julia Wagner|employee|Sales|Customer care|kofi.mensah
karim.benali|Karim Benali|employee|Sales|Tender specialist|kofi.mensah
lucia.ferreira|Lúcia Ferreira|employee|Sales|Account executive|kofi.mensah
mateusz.zielinski|Mateusz Zieliński|employee|Sales|Marketing|kofi.mensah
noor.rahman|Noor Rahman|employee|Sales|Customer care|kofi.mensah
oskar.lindqvist|Oskar Lindqvist|employee|Sales|Project sales|kofi.mensah
priya.raman|Priya Raman|employee|Sales|Marketing|kofi.mensah
tom.becker|Tom Becker|warehouse|Warehouse|Warehouse lead|helena.brandt
quentin.moreau|Quentin Moreau|warehouse|Warehouse|Goods in|helena.brandt
rosa.jimenez|Rosa Jiménez|warehouse|Warehouse|Goods in|helena.brandt
samuel.okoro|Samuel Okoro|warehouse|Warehouse|Picking|helena.brandt
tereza.mala|Tereza Malá|warehouse|Warehouse|Picking|helena.brandt
umut.yildiz|Umut Yıldız|warehouse|Warehouse|Dispatch|helena.brandt
vera.sokolova|Vera Sokolova|warehouse|Warehouse|Dispatch|helena.brandt
wei.zhang|Wei Zhang|warehouse|Warehouse|Assembly|helena.brandt
ximena.rojas|Ximena Rojas|warehouse|Warehouse|Assembly|helena.brandt
yusuf.demir|Yusuf Demir|warehouse|Warehouse|Assembly|helena.brandt
zoe.papadopoulou|Zoe Papadopoulou|employee|Finance|Accounts payable|yuki.tanaka
anders.bakke|Anders Bakke|employee|Finance|Accounts receivable|yuki.tanaka
beatriz.lopes|Beatriz Lopes|employee|Finance|Controller|yuki.tanaka
cillian.byrne|Cillian Byrne|employee|Finance|Purchasing|yuki.tanaka
daniela.rossi|Daniela Rossi|employee|People & IT|People partner|nadia.petrov
elias.koch|Elias Koch|employee|People & IT|IT support|nadia.petrov
farah.aziz|Farah Aziz|employee|People & IT|Office coordinator|nadia.petrov
"""
_STREETS = ("Harbour Street", "Mill Lane", "Orchard Road", "Station Square", "Canal Walk", "Garden Row")
_KIN = ("Robin", "Alex", "Sam", "Noa", "Kim", "Sasha", "Jo", "Charlie")
MAIN_PEOPLE = ("mara.lind", "ines.ortega", "tom.becker", "nadia.petrov")


def _row(line: str) -> tuple[str | None, ...]:
    person_id, name, role, department, title, manager = line.split("|")
    phone = f"+49 30 555 0{100 + pick(person_id, 900)}"
    address = (
        f"{1 + pick(person_id + 'no', 90)} {_STREETS[pick(person_id + 'st', 6)]}, 10{200 + pick(person_id, 700)} Berlin"
    )
    kin = f"{_KIN[pick(person_id + 'kin', 8)]} {name.split()[-1]}"
    started = f"{2014 + pick(person_id + 'y', 12)}-{1 + pick(person_id + 'm', 12):02d}-01"
    status = "inactive" if person_id == "umut.yildiz" else "invited" if person_id == "farah.aziz" else "active"
    return (
        person_id,
        name,
        f"{person_id}@norrby.example",
        role,
        department,
        title,
        manager or None,
        status,
        phone,
        address,
        kin,
        f"+49 151 555 0{100 + pick(kin, 900)}",
        "en",
        started,
    )


def add_people(db: sqlite3.Connection) -> None:
    """Add everybody, with the leave they may take this year and next."""
    rows = [_row(line) for line in _PEOPLE.strip().splitlines()]
    db.executemany("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    for row in rows:
        carried = 3 if row[0] == "mara.lind" else pick(f"{row[0]}carried", 5)
        db.execute("INSERT INTO leave_allowances VALUES (?, 2026, 25, ?)", (row[0], carried))
        db.execute("INSERT INTO leave_allowances VALUES (?, 2027, 25, 0)", (row[0],))
