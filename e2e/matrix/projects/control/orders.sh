set -eu
base=${RILLBOX:-http://localhost:2113}
store=$(curl -sf -X POST "$base/-/stores" | sed 's/.*"url":"\([^"]*\)".*/\1/')
trap 'curl -sf -X DELETE "$base/-/stores/${store##*/}"' EXIT

# The application under test gets $store as the address of its server. Here it places an order.
curl -sf "$store/streams/order-1" -H 'Content-Type: application/json' \
  -H 'ES-EventType: OrderPlaced' -H 'ES-EventId: 0b4b41f2-9f2f-4d3c-8a51-6d1f4a1f0001' -d '{"total":12}'

curl -sf -o /dev/null "$store/projections/continuous?name=orders&type=JS&enabled=true&emit=false" \
  --data-binary 'fromAll().when({ $init: () => ({ n: 0 }), OrderPlaced: (s) => { s.n++ } })'
curl -sf "$store/-/settled"
test "$(curl -sf "$store/projection/orders/state")" = '{"n":1}'
echo passed
