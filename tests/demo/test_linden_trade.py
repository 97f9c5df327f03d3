"""Suppliers, customers, low stock and overdue invoices: rules, dialogs, lists."""

import re

import pytest

SUPPLIER = {"name": "Vega", "contact": "Ana Vega", "email": "a@vega.example", "supplies": "Lamps", "lead_days": "20"}
CUSTOMER = {"name": "Port of Riga", "contact": "Ilze Ozola", "email": "i@riga.example", "city": "Riga", "terms": "60"}
SAVES = [
    ("/stock/suppliers", "new_supplier", SUPPLIER, "Vega is a supplier now."),
    (
        *("/stock/suppliers", "edit_supplier"),
        {"supplier": "norwire", "contact": "K", "email": "k@x.example", "lead_days": "9", "status": "paused"},
        "Norwire is saved.",
    ),
    ("/invoices/customers", "new_customer", CUSTOMER, "Port of Riga is a customer now."),
    (
        *("/invoices/customers", "edit_customer"),
        CUSTOMER | {"customer": "hafen", "status": "blocked"},
        "Hafen Quartier GmbH is saved.",
    ),
    ("/stock/low", "reorder_item", {"item": "$low", "quantity": "40"}, "PO-1026 is ordered: 40 pieces of"),
    ("/invoices/overdue", "extend_due", {"invoice": "2623", "due": "2026-12-20"}, "is due on 20 Dec 2026 now."),
    ("/invoices/overdue", "send_reminder", {"invoice": "2623"}, "A reminder for INV-2623 went to"),
    ("/invoices/overdue", "mark_paid", {"invoice": "2623", "paid_on": "2026-11-30"}, "is marked as paid."),
]
REFUSALS = [
    ("/stock/suppliers", "new_supplier", SUPPLIER | {"name": "norwire"}, "norwire is a supplier already."),
    ("/stock/suppliers", "new_supplier", SUPPLIER | {"lead_days": "0"}, "between 1 and 180 days."),
    (
        *("/stock/suppliers", "edit_supplier"),
        SUPPLIER | {"supplier": "$busy", "status": "paused"},
        "Orders are still on their way.",
    ),
    ("/invoices/customers", "new_customer", CUSTOMER | {"name": "Lindau Spa"}, "Lindau Spa is a customer already."),
    (
        "/invoices",
        "new_invoice",
        {"customer": "kestrel", "amount": "5", "due": "2026-12-30"},
        "This customer is blocked.",
    ),
    ("/invoices/overdue", "extend_due", {"invoice": "2623", "due": "2027-03-01"}, "at most 60 days from now."),
    ("/stock/low", "reorder_item", {"item": "$low", "quantity": "0"}, "Enter a quantity between 1 and 10,000."),
]
LINKS = [
    ("/stock/suppliers?new=supplier&name=Vega&supplies=Lamps&lead_days=20", "new_supplier"),
    ("/invoices/customers?new=customer&name=Riga&terms=60", "new_customer"),
    ("/stock/low?action=reorder_item&item=$low", "reorder_item"),
    ("/stock/low/ordered?action=reorder_item", "reorder_item"),
    ("/invoices/overdue?action=extend_due&invoice=2623", "extend_due"),
]


def told(tom, value):
    """Fill in what only the seeded company knows."""
    if "$low" in value:
        return value.replace("$low", tom.get("/api/stock/low").json()["rows"][0]["sku"])
    return value.replace("$busy", "lumatek")


@pytest.mark.parametrize(("route", "form", "fields", "message"), SAVES, ids=lambda value: str(value)[:24])
def test_forms_save_and_say_so(linden, tom, route, form, fields, message):
    before = linden.digest()
    answer = tom.send(route, form, **{key: told(tom, value) for key, value in fields.items()})
    assert answer.status_code == 200
    assert message in answer.text
    assert linden.digest() != before


@pytest.mark.parametrize(("route", "form", "fields", "message"), REFUSALS, ids=lambda value: str(value)[:24])
def test_rules_say_no_and_nothing_changes(linden, tom, route, form, fields, message):
    before = linden.digest()
    answer = tom.send(route, form, **{key: told(tom, value) for key, value in fields.items()})
    assert answer.status_code == 422
    assert message in answer.text
    assert linden.digest() == before


@pytest.mark.parametrize(("link", "form"), LINKS, ids=lambda value: str(value)[:24])
def test_deep_links_open_the_dialog_and_save_nothing(linden, tom, link, form):
    before = linden.digest()
    page = tom.get(told(tom, link)).text
    assert re.search(rf'<dialog id="dialog-{form}"[^>]* open data-keys', page)
    assert linden.digest() == before


def test_a_reordered_item_changes_its_tab(tom):
    rows = tom.get("/api/stock/low?limit=50").json()["rows"]
    item = next(row for row in rows if row["on_order"] == 0)
    assert f'id="row-{item["sku"]}"' in tom.get(f"/stock/low?search={item['sku']}").text
    answer = tom.send("/stock/low", "reorder_item", item=item["sku"], quantity=str(item["suggested"]))
    assert answer.url.path == "/stock/low"
    assert "Nothing to order" in tom.get(f"/stock/low?search={item['sku']}").text
    assert f'id="row-{item["sku"]}"' in tom.get(f"/stock/low/ordered?search={item['sku']}").text


def test_nothing_is_ordered_from_a_paused_supplier(linden, tom):
    fields = {"supplier": "helix", "contact": "D", "email": "d@helix.example", "lead_days": "6", "status": "paused"}
    for row in tom.get("/api/orders?limit=50").json()["rows"]:
        if row["supplier"] == "Helix Fasteners" and row["status"] not in ("received", "cancelled"):
            left = str(row["quantity"] - row["received"])
            tom.send("/stock/orders", "receive_order", order=row["number"][3:], received=left)
    assert "Helix Fasteners is saved." in tom.send("/stock/suppliers", "edit_supplier", **fields).text
    answer = tom.send("/stock/orders", "new_order", supplier="helix", item="SCR-001", quantity="10")
    assert "This supplier is paused." in answer.text


def test_lists_fill_filter_and_page(tom):
    assert "Page 1 of 2" in tom.get("/stock/suppliers").text
    assert "No suppliers found" in tom.get("/stock/suppliers?search=zzz").text
    assert "Page 1 of 2" in tom.get("/invoices/customers").text
    assert "No customers found" in tom.get("/invoices/customers?search=zzz").text
    assert "Nothing to order" in tom.get("/stock/low?search=zzz").text
    assert "Nothing is overdue" in tom.get("/invoices/overdue?search=zzz").text
    total = tom.get("/api/invoices/overdue").json()["total"]
    shown = [
        tom.get(f"/invoices/overdue?status={key}").text.count(">More time<") for key in ("reminded", "not_reminded")
    ]
    assert sum(shown) == total == 3
