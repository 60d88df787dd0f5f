<?php
function ask(string $method, string $url, mixed $body = null, string $type = 'application/json'): mixed {
    $headers = ['Accept: application/json', ...($body === null ? [] : ["Content-Type: $type"])];
    $request = ['method' => $method, 'header' => $headers, 'content' => $body === null ? '' : json_encode($body)];
    $answer = file_get_contents($url, false, stream_context_create(['http' => $request]));
    if ($answer === false) throw new Exception("$method $url: $http_response_header[0]");
    return json_decode($answer, true);
}

$base = getenv('RILLBOX') ?: 'http://localhost:2113';
$store = ask('POST', "$base/-/stores");
$url = $store['url']; // The application under test gets this address.
try {
    $event = ['eventId' => '0b4b41f2-9f2f-4d3c-8a51-6d1f4a1f0001', 'eventType' => 'OrderPlaced', 'data' => ['total' => 12]];
    ask('POST', "$url/streams/order-1", [$event], 'application/vnd.eventstore.events+json');
    ask('GET', "$url/-/settled");
    if (ask('GET', "$url/streams/order-1/0") !== ['total' => 12]) throw new Exception('The order is not there.');
} finally {
    ask('DELETE', "$base/-/stores/{$store['name']}");
}
echo "passed\n";
