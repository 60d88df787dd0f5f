// Queries by somebody who knew the query language and not the rules: thirty with one fault each and twenty that work, with events for each.

import type { Code } from '../codes.ts'

interface WrittenQuery {
  /** Stream, type, data, and metadata. */
  readonly events: readonly (readonly [stream: string, type: string, data: object, metadata?: object])[]
  readonly query: string
}

/** The place of the fault begins at `⟦`. */
export interface WrittenFault extends WrittenQuery {
  readonly code: Code
}

export const writtenFaults: readonly WrittenFault[] = [
  {
    code: 'field-sometimes-missing',
    events: [
      ['parcel-1', 'ParcelSent', { to: 'a' }, { $correlationId: 'x' }],
      ['parcel-2', 'ParcelSent', { to: 'b' }],
    ],
    query: `fromCategory('parcel').partitionBy((e) => e.⟦metadata⟧.$correlationId).when({
      $init: () => ({ to: null }),
      ParcelSent: (s, e) => { s.to = e.data.to },
    })`,
  },
  {
    code: 'field-sometimes-missing',
    events: [
      ['parcel-1', 'ParcelSent', { to: 'a' }],
      ['parcel-2', 'ParcelLost', { to: 'b' }],
    ],
    query: `fromCategory('parcel').when({
      ParcelSent: (s, e) => emit('sent-' + e.data.to, 'Sent', e.data, ⟦e.metadata⟧),
    })`,
  },
  {
    code: 'syntax',
    events: [
      ['giftcard-1', 'GiftCardIssued', { amount: 50, currency: 'EUR' }],
      ['giftcard-1', 'GiftCardRedeemed', { amount: 20 }],
      ['giftcard-1', 'GiftCardExpired', { on: '2024-01-01' }],
    ],
    query: `// How much of each gift card is left
fromCategory('giftcard')
    .foreachStream()
    .when({
        $init: function () {
            return { balance: 0, redeemed: 0, expired: false };
        },
        GiftCardIssued: function (s, e) {
            s.balance = e.data.amount;
            s.currency = e.data.currency;
        },
        GiftCardRedeemed: function (s, e) {
            s.balance -= e.data.amount;
            s.redeemed += 1;
        }⟦
        GiftCardExpired: function (s, e) {
            s.expired = true;
            s.balance = 0;
        }
    })
    .outputState();`,
  },
  {
    code: 'unknown-chain-method',
    events: [
      ['vehicle-7', 'TripCompleted', { distanceKm: 12.4, driver: 'mia' }],
      ['vehicle-7', 'OdometerCorrected', { km: 12 }],
      ['vehicle-8', 'TripCompleted', { distanceKm: 3, driver: 'tom' }],
    ],
    query: `fromCategory('vehicle')
  .⟦forEachStream()
  .when({
    $init: () => ({ km: 0, trips: 0, lastDriver: null }),
    TripCompleted: (s, e) => {
      s.km += e.data.distanceKm;
      s.trips++;
      s.lastDriver = e.data.driver;
      return s;
    },
    OdometerCorrected: (s, e) => {
      s.km = e.data.km;
      return s;
    }
  })
  .outputState()`,
  },
  {
    code: 'object-needs-parentheses',
    events: [
      ['signups', 'UserSignedUp', { id: 1, isTest: false }],
      ['signups', 'UserSignedUp', { id: 2, isTest: true }],
      ['signups', 'UserRemoved', { id: 1 }],
    ],
    query: `fromStream('signups')
    .when({
        $init: () => ⟦{ count: 0 },
        UserSignedUp: (state, event) => {
            if (!event.data.isTest) {
                state.count += 1;
            }
            return state;
        },
        UserRemoved: (state) => {
            state.count -= 1;
            return state;
        }
    })
    .outputState();`,
  },
  {
    code: 'misplaced-chain-method',
    events: [
      ['order-1', 'OrderPlaced', { customerId: 'c1', total: 30 }],
      ['order-2', 'OrderPlaced', { customerId: 'c2', total: 15 }],
      ['order-1', 'OrderRefunded', { customerId: 'c1', total: 30 }],
    ],
    query: `/* Orders and spend per customer, for the loyalty team */
fromCategory('order')
    .when({
        $init: function () {
            return { orders: 0, spent: 0 };
        },
        OrderPlaced: function (s, e) {
            s.orders++;
            s.spent += e.data.total;
        },
        OrderRefunded: function (s, e) {
            s.spent -= e.data.total;
        }
    })
    .⟦partitionBy(function (e) {
        return e.data.customerId;
    })
    .outputState();`,
  },
  {
    code: 'parameter-order',
    events: [
      ['ticket-1', 'TicketOpened', { subject: 'No mail' }],
      ['ticket-1', 'TicketAssigned', { agent: 'kim' }],
      ['ticket-1', 'CommentAdded', { author: 'kim', text: 'hm' }],
      ['ticket-1', 'TicketClosed', {}],
    ],
    query: `fromCategory('ticket')
    .foreachStream()
    .when({
        $init() {
            return { status: 'new', comments: 0, assignee: null };
        },
        TicketOpened(state, event) {
            state.status = 'open';
            state.subject = event.data.subject;
        },
        TicketAssigned(state, event) {
            state.assignee = event.data.agent;
        },
        CommentAdded⟦(event, state) {
            state.comments++;
            state.lastCommentBy = event.data.author;
        },
        TicketClosed(state, event) {
            state.status = 'closed';
        }
    })
    .outputState();`,
  },
  {
    code: 'unknown-type',
    events: [
      ['invoice-1', 'InvoiceIssued', { tenant: 'acme', amount: 100 }],
      ['invoice-2', 'InvoiceIssued', { tenant: 'acme', amount: 40 }],
      ['invoice-1', 'PaymentReceived', { tenant: 'acme', amount: 100 }],
      ['invoice-2', 'InvoiceWrittenOff', { tenant: 'acme', amount: 40 }],
    ],
    query: `fromCategory('invoice')
    .partitionBy(e => e.data.tenant)
    .when({
        $init: () => ({ open: 0, paid: 0, outstanding: 0 }),
        InvoiceIssued: (s, e) => {
            s.open++;
            s.outstanding += e.data.amount;
            return s;
        },
        ⟦PaymentRecieved: (s, e) => {
            s.open--;
            s.paid++;
            s.outstanding -= e.data.amount;
            return s;
        },
        InvoiceWrittenOff: (s, e) => {
            s.open--;
            s.outstanding -= e.data.amount;
            return s;
        }
    })
    .outputState();`,
  },
  {
    code: 'unknown-member',
    events: [
      ['account-1', 'LoggedIn', { ip: '10.0.0.1' }],
      ['account-2', 'LoggedIn', { ip: '10.0.0.2' }],
    ],
    query: `// Logins per day for the security dashboard
fromCategory('account')
    .when({
        $init: function () {
            return { perDay: {} };
        },
        LoggedIn: function (s, e) {
            var day = new Date(e.⟦timestamp).toISOString().substring(0, 10);
            s.perDay[day] = (s.perDay[day] || 0) + 1;
            return s;
        }
    })
    .transformBy(function (s) {
        return { days: Object.keys(s.perDay).length, perDay: s.perDay };
    })
    .outputState();`,
  },
  {
    code: 'template-in-quotes',
    events: [
      ['shipment-1', 'ShipmentDispatched', { carrier: 'DHL' }],
      ['shipment-1', 'ShipmentDelayed', { carrier: 'DHL', hours: 4 }],
      ['shipment-1', 'ShipmentDelivered', { carrier: 'DHL' }],
    ],
    query: `fromCategory('shipment')
    .when({
        ShipmentDispatched: function (s, e) {
            linkTo(\`carrier_\${e.data.carrier}\`, e);
        },
        ShipmentDelayed: function (s, e) {
            linkTo(⟦'delays_\${e.data.carrier}', e);
        },
        ShipmentDelivered: function (s, e) {
            linkTo(\`carrier_\${e.data.carrier}\`, e);
        }
    });`,
  },
  {
    code: 'stream-as-category',
    events: [
      ['shopping-cart-1', 'ItemAddedToCart', { sku: 'A', quantity: 2 }],
      ['shopping-cart-1', 'ItemRemovedFromCart', { sku: 'A' }],
      ['shopping-cart-2', 'ItemAddedToCart', { sku: 'B', quantity: 1 }],
      ['shopping-cart-2', 'CartCheckedOut', {}],
    ],
    query: `// Abandoned carts
fromCategory(⟦'shopping-cart')
    .foreachStream()
    .when({
        $init: () => ({ items: {}, checkedOut: false }),
        ItemAddedToCart: (cart, { data: { sku, quantity } }) => {
            cart.items[sku] = (cart.items[sku] || 0) + quantity;
            return cart;
        },
        ItemRemovedFromCart: (cart, { data: { sku } }) => {
            delete cart.items[sku];
            return cart;
        },
        CartCheckedOut: (cart) => {
            cart.checkedOut = true;
            return cart;
        }
    })
    .filterBy(cart => !cart.checkedOut && Object.keys(cart.items).length > 0)
    .outputState();`,
  },
  {
    code: 'feeds-itself',
    events: [
      ['loan-1', 'LoanRequested', { amount: 1000 }],
      ['loan-1', 'LoanApproved', { by: 'jo' }],
      ['loan-2', 'LoanRequested', { amount: 50 }],
    ],
    query: `// Keeps an audit line for everything which happens to a loan
fromCategory('loan')
    .when({
        $init: function () {
            return { entries: 0 };
        },
        $any: function (s, e) {
            s.entries++;
            emit(⟦'loan-audit', 'AuditEntryWritten', {
                no: s.entries,
                source: e.streamId,
                what: e.eventType,
                version: e.sequenceNumber
            });
            return s;
        }
    });`,
  },
  {
    code: 'lost-in-state',
    events: [
      ['page-1', 'PageViewed', { visitorId: 'v1' }],
      ['page-1', 'PageViewed', { visitorId: 'v2' }],
      ['page-1', 'PageRenamed', { title: 'Home' }],
      ['page-1', 'PageViewed', { visitorId: 'v1' }],
    ],
    query: `// Unique visitors per page
fromCategory('page')
    .foreachStream()
    .when({
        $init: function () {
            return {
                views: 0,
                visitors: ⟦new Set()
            };
        },
        PageViewed: function (s, e) {
            s.views++;
            s.visitors.add(e.data.visitorId);
            s.unique = s.visitors.size;
            return s;
        },
        PageRenamed: function (s, e) {
            s.title = e.data.title;
            return s;
        }
    })
    .outputState();`,
  },
  {
    code: 'shared-initial-state',
    events: [
      ['bankaccount-1', 'MoneyDeposited', { amount: 100 }],
      ['bankaccount-2', 'MoneyDeposited', { amount: 7 }],
      ['bankaccount-1', 'MoneyWithdrawn', { amount: 30 }],
    ],
    query: `var emptyAccount = { balance: 0, entries: [] };

fromCategory('bankaccount')
    .foreachStream()
    .when({
        $init: function () {
            return ⟦emptyAccount;
        },
        MoneyDeposited: function (s, e) {
            s.balance += e.data.amount;
            s.entries.push({ kind: 'in', amount: e.data.amount });
        },
        MoneyWithdrawn: function (s, e) {
            s.balance -= e.data.amount;
            s.entries.push({ kind: 'out', amount: e.data.amount });
        }
    })
    .outputState();`,
  },
  {
    code: 'state-not-returned',
    events: [
      ['temperature-livingroom', 'TemperatureMeasured', { celsius: 20.5 }],
      ['temperature-livingroom', 'TemperatureMeasured', { celsius: 21 }],
      ['temperature-livingroom', 'SensorReplaced', { serial: 'X1' }],
    ],
    query: `fromStream('temperature-livingroom')
    .when({
        $init: () => ({ min: null, max: null, last: null, readings: 0 }),
        TemperatureMeasured: (state, event) => {
            const { celsius } = event.data;
            ⟦state = {
                min: state.min === null ? celsius : Math.min(state.min, celsius),
                max: state.max === null ? celsius : Math.max(state.max, celsius),
                last: celsius,
                readings: state.readings + 1
            };
        },
        SensorReplaced: (state, event) => {
            return { ...state, sensor: event.data.serial, readings: 0 };
        }
    })
    .outputState();`,
  },
  {
    code: 'state-becomes-value',
    events: [
      ['playlist-1', 'PlaylistCreated', { name: 'Run' }],
      ['playlist-1', 'TrackAdded', { trackId: 't1' }],
      ['playlist-1', 'TrackAdded', { trackId: 't2' }],
      ['playlist-1', 'TrackRemoved', { trackId: 't1' }],
    ],
    query: `fromCategory('playlist')
  .foreachStream()
  .when({
    $init: () => ({ name: '', tracks: [] }),
    PlaylistCreated: (s, e) => ({ ...s, name: e.data.name }),
    TrackAdded: (s, e) => ⟦s.tracks.push(e.data.trackId),
    TrackRemoved: (s, e) => ({
      ...s,
      tracks: s.tracks.filter(t => t !== e.data.trackId)
    })
  })
  .transformBy(s => ({ name: s.name, length: s.tracks.length }))
  .outputState();`,
  },
  {
    code: 'dropped-result',
    events: [
      ['meeting-1', 'MeetingScheduled', { title: 'Plan', attendees: ['a', 'b'] }],
      ['meeting-1', 'AttendeeInvited', { person: 'c' }],
      ['meeting-1', 'AttendeeDeclined', { person: 'a' }],
      ['meeting-1', 'MeetingCancelled', {}],
    ],
    query: `fromCategory('meeting')
    .foreachStream()
    .when({
        $init: function () {
            return { attendees: [], cancelled: false };
        },
        MeetingScheduled: function (s, e) {
            s.title = e.data.title;
            s.attendees = e.data.attendees.slice();
        },
        AttendeeInvited: function (s, e) {
            s.attendees.push(e.data.person);
        },
        AttendeeDeclined: function (s, e) {
            s.attendees⟦.filter(function (p) {
                return p !== e.data.person;
            });
        },
        MeetingCancelled: function (s, e) {
            s.cancelled = true;
        }
    })
    .outputState();`,
  },
  {
    code: 'any-never-called',
    events: [
      ['rental-1', 'RentalStarted', {}],
      ['rental-1', 'DamageReported', { part: 'door' }],
      ['rental-1', 'RentalReturned', {}],
      ['rental-2', 'RentalStarted', {}],
    ],
    query: `// total = all events of the rental, the others are broken out by kind
fromCategory('rental')
    .foreachStream()
    .when({
        $init: function () {
            return { total: 0, started: 0, returned: 0, damages: 0 };
        },
        ⟦$any: function (s, e) {
            s.total++;
        },
        RentalStarted: function (s, e) {
            s.started++;
        },
        RentalReturned: function (s, e) {
            s.returned++;
        },
        DamageReported: function (s, e) {
            s.damages++;
        }
    })
    .outputState();`,
  },
  {
    code: 'emit-arguments',
    events: [
      ['tank-1', 'LevelMeasured', { litres: 120, site: 'north' }],
      ['tank-1', 'LevelMeasured', { litres: 40, site: 'north' }],
      ['tank-1', 'TankRefilled', { litres: 200, site: 'north' }],
    ],
    query: `fromCategory('tank')
    .foreachStream()
    .when({
        $init: function () {
            return { level: 0, alerted: false };
        },
        LevelMeasured: function (s, e) {
            s.level = e.data.litres;
            if (s.level < 50 && !s.alerted) {
                s.alerted = true;
                ⟦emit('tankalerts-' + e.data.site, {
                    tank: e.streamId,
                    litres: s.level
                });
            }
            return s;
        },
        TankRefilled: function (s, e) {
            s.level += e.data.litres;
            s.alerted = false;
            return s;
        }
    });`,
  },
  {
    code: 'text-added',
    events: [
      ['donations', 'DonationMade', { campaign: 'wells', amount: '25.00', donor: 'x' }],
      ['donations', 'DonationMade', { campaign: 'wells', amount: '10.50', donor: 'y' }],
      ['donations', 'CampaignClosed', { campaign: 'wells' }],
    ],
    query: `fromStream('donations')
    .partitionBy(function (e) { return e.data.campaign; })
    .when({
        $init: function () {
            return { donors: 0, raised: 0, largest: 0 };
        },
        DonationMade: function (s, e) {
            s.donors += 1;
            s.raised ⟦+= e.data.amount;
            if (Number(e.data.amount) > s.largest) {
                s.largest = Number(e.data.amount);
            }
            return s;
        },
        CampaignClosed: function (s, e) {
            s.closed = true;
            return s;
        }
    })
    .outputState();`,
  },
  {
    code: 'number-across-streams',
    events: [
      ['booking-1', 'BookingRequested', { room: 1 }],
      ['booking-1', 'BookingPaid', { price: 200, nights: 2 }],
      ['booking-2', 'BookingRequested', { room: 2 }],
      ['booking-2', 'BookingPaid', { price: 90, nights: 1 }],
      ['booking-3', 'BookingPaid', { price: 70, nights: 1 }],
    ],
    query: `// Revenue. Skips events which we have seen already (the projection might be restarted).
fromCategory('booking')
    .when({
        $init: function () {
            return { revenue: 0, nights: 0, lastSeen: -1 };
        },
        BookingPaid: function (s, e) {
            if (⟦e.sequenceNumber <= s.lastSeen) return s;
            s.lastSeen = e.sequenceNumber;
            s.revenue += e.data.price;
            s.nights += e.data.nights;
            return s;
        }
    })
    .outputState();`,
  },
  {
    code: 'field-sometimes-missing',
    events: [
      ['purchase-1', 'PurchaseCompleted', { total: 20, shipping: { address: { city: 'Bonn', zip: '53111' } } }],
      ['purchase-2', 'PurchaseCompleted', { total: 5, digital: true }],
      ['purchase-3', 'PurchaseCompleted', { total: 9, shipping: { address: { city: 'Kiel', zip: '24103' } } }],
    ],
    query: `fromCategory('purchase')
    .when({
        $init: () => ({ cities: {}, purchases: 0 }),
        PurchaseCompleted: (s, e) => {
            s.purchases++;
            const city = e.data.⟦shipping.address.city;
            s.cities[city] = (s.cities[city] ?? 0) + 1;
            return s;
        }
    })
    .transformBy(s => ({
        purchases: s.purchases,
        top: Object.entries(s.cities).sort((a, b) => b[1] - a[1]).slice(0, 3)
    }))
    .outputState();`,
  },
  {
    code: 'nothing-returned',
    events: [
      ['subscription-1', 'SubscriptionStarted', { price: 60 }],
      ['subscription-1', 'SubscriptionUpgraded', { price: 90 }],
      ['subscription-2', 'SubscriptionStarted', { price: 10 }],
      ['subscription-2', 'SubscriptionCancelled', {}],
    ],
    query: `fromCategory('subscription')
    .foreachStream()
    .when({
        $init: () => ({ active: false, mrr: 0 }),
        SubscriptionStarted: (s, e) => { s.active = true; s.mrr = e.data.price; },
        SubscriptionUpgraded: (s, e) => { s.mrr = e.data.price; },
        SubscriptionCancelled: (s) => { s.active = false; s.mrr = 0; }
    })
    .filterBy(s => { ⟦s.active && s.mrr > 50; })
    .outputState();`,
  },
  {
    code: 'for-in-list',
    events: [
      [
        'receipt-1',
        'ReceiptPrinted',
        {
          lines: [
            { price: 2, quantity: 3 },
            { price: 1.5, quantity: 1 },
          ],
        },
      ],
    ],
    query: `fromCategory('receipt')
    .when({
        $init: function () { return { sum: 0, articles: 0 }; },
        ReceiptPrinted: function (s, e) {
            for (var line ⟦in e.data.lines) {
                s.sum += line.price * line.quantity;
                s.articles += line.quantity;
            }
            return s;
        }
    })
    .outputState();`,
  },
  {
    code: 'missing-key',
    events: [
      ['warehouse', 'GoodsReceived', { sku: 'A', quantity: 4 }],
      ['warehouse', 'GoodsPicked', { sku: 'A', quantity: 1 }],
      ['warehouse', 'GoodsReceived', { sku: 'B', quantity: 2 }],
    ],
    query: `fromStream('warehouse')
    .when({
        $init: function () { return { stock: {} }; },
        GoodsReceived: function (s, e) {
            s.stock[e.data.sku] ⟦+= e.data.quantity;
            return s;
        },
        GoodsPicked: function (s, e) {
            s.stock[e.data.sku] = Math.max(0, (s.stock[e.data.sku] || 0) - e.data.quantity);
            return s;
        }
    })
    .outputState();`,
  },
  {
    code: 'method-not-called',
    events: [
      ['newsletter', 'Subscribed', { mail: 'a@b.c' }],
      ['newsletter', 'Unsubscribed', { mail: 'a@b.c' }],
    ],
    query: `fromStream('newsletter')
    .when({
        $init: () => ({ subscribers: 0 }),
        Subscribed: s => { s.subscribers++; },
        Unsubscribed: s => { s.subscribers--; }
    })
    .⟦outputState;`,
  },
  {
    code: 'unknown-option',
    events: [['vips', 'OrderPlaced', { total: 1 }]],
    query: `options({
    ⟦includeLinks: true,
    resultStreamName: 'vip-activity'
});

fromStream('vips')
    .when({
        $init: () => ({ n: 0 }),
        OrderPlaced: (s, e) => { s.n++; return s; }
    })
    .outputState();`,
  },
  {
    code: 'misplaced-chain-method',
    events: [
      ['machine-1', 'MachineStopped', { minutes: 3 }],
      ['machine-2', 'MachineStopped', { minutes: 9 }],
      ['machine-3', 'MachineStopped', { minutes: 1 }],
    ],
    query: `fromStreams(['machine-1', 'machine-2', 'machine-3'])
    .⟦foreachStream()
    .when({
        $init: () => ({ stops: 0, minutes: 0 }),
        MachineStopped: (s, e) => { s.stops++; s.minutes += e.data.minutes; return s; }
    })
    .outputState();`,
  },
  {
    code: 'assignment-in-condition',
    events: [
      ['board-1', 'CardCreated', { cardId: 'k1' }],
      ['board-1', 'CardCreated', { cardId: 'k2' }],
      ['board-1', 'CardMoved', { cardId: 'k2', to: 'doing' }],
    ],
    query: `fromCategory('board')
    .foreachStream()
    .when({
        $init: () => ({ cards: [] }),
        CardCreated: (s, e) => {
            s.cards.push({ id: e.data.cardId, column: 'todo' });
            return s;
        },
        CardMoved: (s, e) => {
            const card = s.cards.find(c => c.id ⟦= e.data.cardId);
            if (card) card.column = e.data.to;
            return s;
        }
    })
    .outputState();`,
  },
  {
    code: 'async-handler',
    events: [
      ['parcel-1', 'ParcelWeighed', { grams: 300 }],
      ['parcel-1', 'ParcelScanned', { depot: 'D4' }],
    ],
    query: `fromCategory('parcel')
    .foreachStream()
    .when({
        $init: () => ({ weight: 0, geo: null }),
        ParcelWeighed: (s, e) => { s.weight = e.data.grams; return s; },
        ParcelScanned: ⟦async (s, e) => {
            const res = await fetch('https://geo.internal/depots/' + e.data.depot);
            s.geo = await res.json();
            return s;
        }
    })
    .outputState();`,
  },
  {
    code: 'already-parsed',
    events: [
      ['sensorgateway', 'ReadingReceived', { value: 4 }],
      ['sensorgateway', 'ReadingReceived', { value: 6 }],
    ],
    query: `fromStream('sensorgateway')
    .when({
        $init: function () { return { n: 0, sum: 0 }; },
        ReadingReceived: function (s, e) {
            var body = ⟦JSON.parse(e.data);
            s.n++;
            s.sum += body.value;
            return s;
        }
    })
    .outputState();`,
  },
  {
    code: 'index-as-condition',
    events: [
      ['course-1', 'StudentEnrolled', { student: 'a' }],
      ['course-1', 'StudentEnrolled', { student: 'b' }],
      ['course-1', 'StudentEnrolled', { student: 'b' }],
      ['course-1', 'StudentWaitlisted', { student: 'c' }],
    ],
    query: `fromCategory('course')
    .foreachStream()
    .when({
        $init: function () { return { enrolled: [], waiting: [] }; },
        StudentEnrolled: function (s, e) {
            if (s.enrolled⟦.indexOf(e.data.student)) {
                s.enrolled.push(e.data.student);
            }
        },
        StudentWaitlisted: function (s, e) {
            if (s.waiting.indexOf(e.data.student) === -1) {
                s.waiting.push(e.data.student);
            }
        }
    })
    .outputState();`,
  },
]

export const writtenGood: readonly WrittenQuery[] = [
  {
    events: [
      ['user-1', 'UserRegistered', { name: 'a' }],
      ['user-1', 'UserRenamed', { name: 'b' }],
      ['user-2', 'UserRegistered', { name: 'c' }],
    ],
    query: `// How often does each type of event occur? System events are left out.
fromAll()
    .when({
        $init: function () {
            return { total: 0, byType: {} };
        },
        $any: function (s, e) {
            if (e.eventType.indexOf('$') === 0 || e.streamId[0] === '$') return s;
            s.total += 1;
            s.byType[e.eventType] = (s.byType[e.eventType] || 0) + 1;
            return s;
        }
    })
    .outputState();`,
  },
  {
    events: [
      ['document-1', 'DocumentCreated', { title: 'A' }],
      ['document-1', 'DocumentRevised', { title: 'B' }],
      ['document-1', 'DocumentRevised', { pages: 3 }],
    ],
    query: `fromCategory('document')
    .foreachStream()
    .when({
        $init: () => ({ title: null, versions: 0, deleted: false }),
        DocumentCreated: (s, e) => {
            s.title = e.data.title;
            s.versions = 1;
        },
        DocumentRevised: (s, { data }) => {
            if (data.title) s.title = data.title;
            s.versions++;
        },
        $deleted: (s, e) => {
            s.deleted = true;
        }
    })
    .outputState();`,
  },
  {
    events: [
      ['consumption-1', 'MeterRead', { meter: 'm1', at: '2024-03-01T00:00:00Z', kwh: 3 }],
      ['consumption-1', 'MeterRead', { meter: 'm1', at: '2024-04-01T00:00:00Z', kwh: 5 }],
    ],
    query: `fromCategory('consumption')
    .partitionBy(e => e.data && e.data.meter ? \`\${e.data.meter}|\${e.data.at.slice(0, 7)}\` : '')
    .when({
        $init: () => ({ kwh: 0, first: null, last: null }),
        MeterRead: (s, e) => {
            s.kwh += e.data.kwh;
            s.first ??= e.data.at;
            s.last = e.data.at;
            return s;
        }
    })
    .outputState();`,
  },
  {
    events: [
      ['goals-home', 'GoalScored', { minute: 3 }],
      ['goals-away', 'GoalScored', { minute: 30 }],
    ],
    query: `options({
    resultStreamName: 'match-score',
    reorderEvents: true,
    processingLag: 500
});

fromStreams(['goals-home', 'goals-away'])
    .when({
        $init: function () { return { home: 0, away: 0, leader: 'none' }; },
        GoalScored: function (s, e) {
            var side = e.streamId === 'goals-home' ? 'home' : 'away';
            s[side]++;
            s.leader = s.home === s.away ? 'none' : (s.home > s.away ? 'home' : 'away');
            return s;
        }
    })
    .outputState();`,
  },
  {
    events: [
      ['seller-1', 'SaleMade', { amount: 4 }],
      ['seller-2', 'SaleMade', { amount: 9 }],
    ],
    query: `options({ biState: true });

fromCategory('seller')
    .foreachStream()
    .when({
        $init: function () {
            return { sales: 0 };
        },
        $initShared: function () {
            return { sales: 0, best: null, bestSales: 0 };
        },
        SaleMade: function (s, e) {
            s[0].sales += e.data.amount;
            s[1].sales += e.data.amount;
            if (s[0].sales > s[1].bestSales) {
                s[1].best = e.streamId;
                s[1].bestSales = s[0].sales;
            }
            return s;
        }
    })
    .outputState();`,
  },
  {
    events: [
      ['login-1', 'LoginFailed', { user: 'u' }],
      ['login-1', 'LoginSucceeded', { user: 'u' }],
      ['login-2', 'LoginFailed', { user: 'u' }],
    ],
    query: `var LIMIT = 3;
fromCategory('login')
    .partitionBy(function (e) { return e.data.user; })
    .when({
        $init: function () { return { failed: 0, locked: false }; },
        LoginFailed: function (s, e) {
            s.failed++;
            if (s.failed >= LIMIT && !s.locked) {
                s.locked = true;
                emit('lockouts', 'AccountLocked', { user: e.data.user, after: s.failed }, { $causedBy: e.eventId, reason: 'limit' });
            }
            return s;
        },
        LoginSucceeded: function (s, e) {
            if (!s.locked) s.failed = 0;
            return s;
        }
    });`,
  },
  {
    events: [
      ['a-1', 'Started', { x: 1 }, { $correlationId: 'c1' }],
      ['b-1', 'Done', { x: 2 }, { $correlationId: 'c1' }],
    ],
    query: `fromAll()
    .when({
        $any: function (s, e) {
            if (!e.metadata || e.streamId.startsWith('process_')) return;
            var id = e.metadata.$correlationId;
            if (id) linkTo('process_' + id, e);
        }
    });`,
  },
  {
    events: [
      ['exam-1', 'AnswerGraded', { points: 3 }],
      ['exam-1', 'AnswerGraded', { points: 5 }],
      ['exam-1', 'ExamClosed', {}],
    ],
    query: `fromCategory('exam')
    .foreachStream()
    .when({
        $init: () => ({ points: [], open: true }),
        AnswerGraded: (s, e) => {
            s.points.push(e.data.points);
        },
        ExamClosed: s => {
            s.open = false;
        }
    })
    .filterBy(s => !s.open && s.points.length > 0)
    .transformBy(s => {
        const total = s.points.reduce((a, b) => a + b, 0);
        return { total, average: total / s.points.length };
    })
    .outputState();`,
  },
  {
    events: [
      ['reader-1', 'ArticleRead', { articleId: 'x' }],
      ['reader-1', 'ArticleLiked', { articleId: 'x' }],
      ['reader-2', 'ArticleShared', { articleId: 'y' }],
    ],
    query: `const weights = { ArticleRead: 1, ArticleLiked: 5, ArticleShared: 10 };

const handlers = Object.fromEntries(
  Object.entries(weights).map(([type, weight]) => [
    type,
    (s, e) => {
      s[e.data.articleId] = (s[e.data.articleId] ?? 0) + weight;
      return s;
    },
  ])
);

fromCategory('reader')
  .when({ $init: () => ({}), ...handlers })
  .transformBy(s => ({ ranking: Object.keys(s).sort((a, b) => s[b] - s[a]) }))
  .outputState();`,
  },
  {
    events: [
      ['product-1', 'PriceChanged', { at: '2024-01-01', price: 3 }],
      ['product-1', 'PriceChanged', { at: '2024-02-01', price: 4 }],
    ],
    query: `fromStream('$et-PriceChanged')
    .partitionBy(e => e.streamId)
    .when({
        $init: () => ({ history: [] }),
        PriceChanged: (s, e) => {
            s.history = [...s.history, { at: e.data.at, price: e.data.price }].slice(-10);
            return s;
        }
    })
    .outputState();`,
  },
  {
    events: [
      ['counter-1', 'Incremented', { by: 3 }],
      ['counter-1', 'Decremented', { by: 1 }],
      ['counter-1', 'Reset', {}],
      ['counter-1', 'Incremented', { by: 1 }],
    ],
    query: `fromCategory('counter')
    .foreachStream()
    .when({
        $init: () => 0,
        Incremented: (n, e) => n + e.data.by,
        Decremented: (n, e) => n - e.data.by,
        Reset: () => 0
    })
    .transformBy(n => ({ value: n }))
    .outputState();`,
  },
  {
    events: [
      ['elevator-1', 'MovedUp', { floor: 3 }],
      ['elevator-1', 'Stopped', {}],
      ['elevator-1', 'DoorOpened', {}],
      ['elevator-1', 'DoorClosed', {}],
      ['elevator-1', 'MovedDown', { floor: 1 }],
    ],
    query: `fromCategory('elevator')
    .foreachStream()
    .when({
        $init: function () { return { floor: 0, moving: false, door: 'closed', stops: 0 }; },
        $any: function (s, e) {
            switch (e.eventType) {
                case 'MovedUp':
                case 'MovedDown':
                    s.moving = true;
                    s.floor = e.body.floor;
                    break;
                case 'Stopped':
                    s.moving = false;
                    s.stops++;
                    // falls through
                case 'DoorClosed':
                    s.door = 'closed';
                    break;
                case 'DoorOpened':
                    s.door = 'open';
                    break;
                default:
                    log('elevator: do not know ' + e.eventType);
            }
            return s;
        }
    })
    .outputState();`,
  },
  {
    events: [
      ['customer-1', 'crm.customer-moved.v1', { street: 'A 1', city: 'Rom' }],
      ['customer-1', 'crm.customer-moved.v2', { address: { street: 'B 2', city: 'Oslo' } }],
      ['customer-1', 'crm/customer deleted', {}],
    ],
    query: `function apply(s, e) {
    var d = e.data;
    var version = /\\.v(\\d+)$/.exec(e.eventType);
    s.address = version && +version[1] >= 2
        ? d.address
        : { street: d.street, city: d.city };
    return s;
}

fromCategory('customer')
    .foreachStream()
    .when({
        'crm.customer-moved.v1': apply,
        'crm.customer-moved.v2': apply,
        "crm/customer deleted": () => null
    })
    .outputState();`,
  },
  {
    events: [
      ['webhooks', 'WebhookReceived', { payload: '{"amount":5}' }],
      ['webhooks', 'WebhookReceived', { payload: 'oops' }],
    ],
    query: `fromStream('webhooks')
    .when({
        $init: function () { return { ok: 0, broken: 0, amounts: [] }; },
        WebhookReceived: function (s, e) {
            if (!e.isJson) return s;
            try {
                var payload = JSON.parse(e.data.payload);
                s.ok++;
                if (typeof payload.amount === 'number') s.amounts.push(payload.amount);
            } catch (err) {
                s.broken++;
            }
            return s;
        }
    })
    .outputState();`,
  },
  {
    events: [
      ['favourites', 'SongPlayed', { song: 'a' }],
      ['favourites', 'SongPlayed', { song: 'a' }],
    ],
    query: `options({ $includeLinks: true });

fromStream('favourites')
    .when({
        $init: () => ({ seen: {} }),
        SongPlayed: (s, e) => {
            if (s.seen[e.data.song]) return s;
            s.seen[e.data.song] = true;
            linkTo('firstplays', e, { by: 'favourites' });
            return s;
        }
    });`,
  },
  {
    events: [
      ['request-1', 'RequestServed', { client: 'k', at: '2024-05-01T10:00:00Z' }],
      ['request-1', 'RequestServed', { client: 'k', at: '2024-05-01T10:20:00Z' }],
      ['request-2', 'RequestServed', { at: '2024-05-01T10:21:00Z' }],
    ],
    query: `const WINDOW = 15 * 60 * 1000;

fromCategory('request')
    .partitionBy(({ data }) => data?.client ?? 'unknown')
    .when({
        $init: () => ({ times: [], peak: 0 }),
        RequestServed: (s, e) => {
            const t = Date.parse(e.data.at);
            s.times.push(t);
            while (s.times.length && s.times[0] <= t - WINDOW) s.times.shift();
            s.peak = Math.max(s.peak, s.times.length);
            return s;
        }
    })
    .transformBy(({ peak, times: { length: current } }) => ({ peak, current }))
    .outputState();`,
  },
  {
    events: [
      ['todo-family', 'TodoAdded', { id: '1', text: 'shop' }],
      ['todo-family', 'TodoAdded', { id: '2', text: 'cook' }],
      ['todo-family', 'TodoDone', { id: '1' }],
      ['todo-family', 'TodoDropped', { id: '2' }],
    ],
    query: `const without = (key, { [key]: _, ...rest }) => rest;

fromStream('todo-family')
  .when({
    $init: () => ({ open: {}, done: 0 }),
    TodoAdded: (s, { data: { id, text } }) => ({ ...s, open: { ...s.open, [id]: text } }),
    TodoDone: (s, { data: { id } }) => id in s.open
      ? { open: without(id, s.open), done: s.done + 1 }
      : s,
    TodoDropped: ({ open, ...s }, { data }) => ({ ...s, open: without(data.id, open) }),
  })
  .outputState()`,
  },
  {
    events: [
      ['basket-1', 'LineAdded', { price: 2, qty: 2 }],
      ['basket-1', 'BasketEmptied', {}],
      ['basket-2', 'LineAdded', { price: 1, qty: 1 }],
    ],
    query: `class Basket {
    constructor(lines) { this.lines = lines; }
    get sum() { return this.lines.reduce((n, l) => n + l.price * l.qty, 0); }
    static of(state) { return new Basket(state.lines); }
}

fromStream('$ce-basket')
    .partitionBy(e => e.streamId.split('-').slice(1).join('-'))
    .when({
        $init: () => ({ lines: [], sum: 0 }),
        LineAdded(s, e) {
            s.lines.push({ price: e.data.price, qty: e.data.qty });
            s.sum = Basket.of(s).sum;
        },
        BasketEmptied(s) {
            s.lines.length = 0;
            s.sum = 0;
        }
    })
    .outputState();`,
  },
  {
    events: [
      ['sale-1', 'SaleRecorded', { at: '2024-01-01T09:00:00Z', total: 3.1 }],
      ['sale-2', 'SaleRecorded', { at: '2024-01-02T09:00:00Z', total: 4.2 }],
    ],
    query: `// One digest each day: written when the first order of the next day arrives.
fromCategory('sale')
    .when({
        $init: () => ({ day: null, count: 0, sum: 0 }),
        SaleRecorded: (s, e) => {
            const day = e.data.at.substring(0, 10);
            if (s.day !== null && s.day !== day) {
                emit('digests-daily', 'DayClosed', { day: s.day, count: s.count, sum: s.sum });
                s.count = 0;
                s.sum = 0;
            }
            s.day = day;
            s.count++;
            s.sum = Math.round((s.sum + e.data.total) * 100) / 100;
            return s;
        }
    });`,
  },
  {
    events: [
      ['post-1', 'PostSubmitted', {}],
      ['post-1', 'PostRejected', { why: 'x' }],
      ['post-1', 'PostSubmitted', {}],
      ['post-1', 'PostApproved', {}],
      ['post-1', 'PostRetracted', {}],
    ],
    query: `;(function () {
    'use strict';
    var next = {
        draft: { PostSubmitted: 'review' },
        review: { PostApproved: 'public', PostRejected: 'draft' },
        public: { PostRetracted: 'draft' }
    };

    function step(s, e) {
        var from = s.status || 'draft';
        var to = next[from] && next[from][e.eventType];
        if (!to) {
            s.ignored = (s.ignored || 0) + 1;
            return s;
        }
        s.status = to;
        return s;
    }

    fromCategory('post')
        .foreachStream()
        .when({
            PostSubmitted: step, PostApproved: step,
            PostRejected: step, PostRetracted: step
        })
        .outputState();
})();`,
  },
]
