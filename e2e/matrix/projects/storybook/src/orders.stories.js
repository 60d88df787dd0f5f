export default {
  title: 'Orders',
  render: () => document.createElement('h1'),
  loaders: [() => import('./app.js')],
}

export const Page = {}
