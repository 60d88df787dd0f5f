using System.Net.Http.Json;
using Xunit;

public record Store(string Name, string Url, string ConnectionString);

public class Orders : IAsyncLifetime
{
    static readonly string Base = Environment.GetEnvironmentVariable("RILLBOX") ?? "http://localhost:2113";
    static readonly HttpClient Http = new() { BaseAddress = new(Base), DefaultRequestHeaders = { { "Accept", "application/json" } } };
    Store store = null!;
    public async Task InitializeAsync() => store = (await (await Http.PostAsync("/-/stores", null)).Content.ReadFromJsonAsync<Store>())!;
    public Task DisposeAsync() => Http.DeleteAsync($"/-/stores/{store.Name}");

    [Fact]
    public async Task PlacesAnOrder()
    {
        var events = $$$"""[{"eventId":"{{{Guid.NewGuid()}}}","eventType":"OrderPlaced","data":{"total":12}}]""";
        await Http.PostAsync($"{store.Url}/streams/order-1", new StringContent(events, null, "application/vnd.eventstore.events+json"));
        (await Http.GetAsync($"{store.Url}/-/settled")).EnsureSuccessStatusCode();
        Assert.Contains("\"total\": 12", await Http.GetStringAsync($"{store.Url}/streams/order-1/0"));
    }
}
