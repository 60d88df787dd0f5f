// The application's page: it knows its own back end, and nothing of the store behind that.

const status = document.querySelector('[role=status]')
const show = async () => {
  const response = await fetch('/orders')
  status.textContent = (await response.json()).join(', ')
}

const order = async () => {
  await fetch('/orders', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"total":30}' })
  await show()
}

document.querySelector('button').addEventListener('click', () => void order())
await show()
