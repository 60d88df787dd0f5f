import static org.junit.jupiter.api.Assertions.assertTrue;
import java.net.URI;
import java.net.http.*;
import org.junit.jupiter.api.*;

class OrdersTest {
    static final String BASE = System.getenv().getOrDefault("RILLBOX", "http://localhost:2113");
    String store; // The application under test gets this address.
    static String ask(String method, String url, String... body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Accept", "application/json").method(method, HttpRequest.BodyPublishers.ofString(String.join("", body)));
        if (body.length > 0) request.header("Content-Type", "application/vnd.eventstore.events+json");
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }
    @BeforeEach void make() throws Exception { store = ask("POST", BASE + "/-/stores").replaceAll("(?s).*\"url\":\"([^\"]*)\".*", "$1"); }
    @AfterEach void close() throws Exception { ask("DELETE", store.replace("/-/s/", "/-/stores/")); }
    @Test void placesAnOrder() throws Exception {
        ask("POST", store + "/streams/order-1", "[{\"eventId\":\"0b4b41f2-9f2f-4d3c-8a51-6d1f4a1f0001\",\"eventType\":\"OrderPlaced\",\"data\":{\"total\":12}}]");
        ask("GET", store + "/-/settled");
        assertTrue(ask("GET", store + "/streams/order-1/0").contains("\"total\": 12"));
    }
}
