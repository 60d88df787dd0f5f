// Written by "rillbox types" from 4 events.

export interface Events {
  OrderPlaced: {
    total: number
    items: {
      sku: string
    }[]
    note?: null
    coupon?: string
  }
  OrderShipped: undefined
  'item-added': {
    price: number
  }
}

declare module 'rillbox/query-language' {
  interface ApplicationEvents extends Events {}
}
