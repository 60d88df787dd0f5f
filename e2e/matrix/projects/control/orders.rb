require 'json'
require 'minitest/autorun'
require 'net/http'

BASE = ENV.fetch('RILLBOX', 'http://localhost:2113')

class OrdersTest < Minitest::Test
  def setup
    made = Net::HTTP.post(URI("#{BASE}/-/stores"), '{}', 'Content-Type' => 'application/json')
    @url = JSON.parse(made.body)['url'] # The application under test gets this address.
  end

  def teardown = Net::HTTP.start(URI(BASE).host, URI(BASE).port) { |http| http.delete(URI(@url).path.sub('/-/s/', '/-/stores/')) }

  def test_places_an_order
    event = { eventId: '0b4b41f2-9f2f-4d3c-8a51-6d1f4a1f0001', eventType: 'OrderPlaced', data: { total: 12 } }
    Net::HTTP.post(URI("#{@url}/streams/order-1"), [event].to_json, 'Content-Type' => 'application/vnd.eventstore.events+json')
    assert_equal '204', Net::HTTP.get_response(URI("#{@url}/-/settled")).code
    assert_equal({ 'total' => 12 }, JSON.parse(Net::HTTP.get(URI("#{@url}/streams/order-1/0?format=json"))))
  end
end
