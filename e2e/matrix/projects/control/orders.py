import json, os, unittest, urllib.request

BASE = os.environ.get("RILLBOX", "http://localhost:2113")

def ask(method, url, body=None, content_type="application/json"):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Accept": "application/json"} | ({"Content-Type": content_type} if data else {})
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as answer:
        return json.loads(answer.read() or "null")

class Orders(unittest.TestCase):
    def setUp(self):
        self.store = ask("POST", f"{BASE}/-/stores")
        self.addCleanup(ask, "DELETE", f"{BASE}/-/stores/{self.store['name']}")

    def test_places_an_order(self):
        url = self.store["url"]  # The application under test gets this address.
        event = {"eventId": "0b4b41f2-9f2f-4d3c-8a51-6d1f4a1f0001", "eventType": "OrderPlaced", "data": {"total": 12}}
        ask("POST", f"{url}/streams/order-1", [event], "application/vnd.eventstore.events+json")
        ask("GET", f"{url}/-/settled")
        self.assertEqual(ask("GET", f"{url}/streams/order-1/0"), {"total": 12})
