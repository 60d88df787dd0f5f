package orders

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
)

func read(answer *http.Response, _ error) (value struct{ Url, Total string }) {
	json.NewDecoder(answer.Body).Decode(&value)
	return value
}

func TestPlacesAnOrder(t *testing.T) {
	store := read(http.Post(os.Getenv("RILLBOX")+"/-/stores", "application/json", strings.NewReader(`{"ttl":60}`)))
	http.Post(store.Url+"/streams/order-1", "application/vnd.eventstore.events+json", strings.NewReader(`[{"eventId":"0b4b41f2-9f2f-4d3c-8a51-6d1f4a1f0001","eventType":"OrderPlaced","data":{"total":"12"}}]`))
	http.Get(store.Url + "/-/settled")
	if order := read(http.Get(store.Url + "/streams/order-1/0?format=json")); order.Total != "12" {
		t.Fatal(order)
	}
}
