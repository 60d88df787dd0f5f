// Counts all orders, and sums quantity and revenue per product.
fromCategory('order')
  .when({
    $init: () => ({ orders: 0, cancelled: 0, revenue: 0, products: {} }),
    OrderPlaced: (sales) => {
      sales.orders += 1
      return sales
    },
    OrderCancelled: (sales) => {
      sales.cancelled += 1
      return sales
    },
    ItemOrdered: (sales, event) => count(sales, event.data, 1),
    ItemReturned: (sales, event) => count(sales, event.data, -1),
  })
  .outputState()

function count(sales, { product, name, quantity, price }, sign) {
  const soFar = sales.products[product] || { name, quantity: 0, revenue: 0 }
  soFar.quantity += sign * quantity
  soFar.revenue += sign * quantity * price
  sales.products[product] = soFar
  sales.revenue += sign * quantity * price
  return sales
}
