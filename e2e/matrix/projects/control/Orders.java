import java.net.URI;
import java.net.http.*;
import java.net.http.HttpResponse.BodyHandlers;

class Orders {
    static String ask(String method, String url, String type, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Accept", "application/json").method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) request.header("Content-Type", type);
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
    }

    public static void main(String[] args) throws Exception {
        var base = System.getenv().getOrDefault("RILLBOX", "http://localhost:2113");
        var store = ask("POST", base + "/-/stores", "", "").replaceAll(".*\"url\":\"([^\"]*)\".*\\s*", "$1");
        var event = "[{\"eventId\":\"0b4b41f2-9f2f-4d3c-8a51-6d1f4a1f0001\",\"eventType\":\"OrderPlaced\",\"data\":{\"total\":12}}]";
        ask("POST", store + "/streams/order-1", "application/vnd.eventstore.events+json", event);
        ask("GET", store + "/-/settled", "", "");
        if (!ask("GET", store + "/streams/order-1/0", "", "").matches("\\{\\s*\"total\":\\s*12\\s*\\}")) throw new AssertionError();
        ask("DELETE", base + "/-/stores" + store.substring(store.lastIndexOf('/')), "", "");
        System.out.println("passed");
    }
}
