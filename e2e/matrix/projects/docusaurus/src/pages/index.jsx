import { useEffect } from 'react'
import { started } from '../rillbox.js'

export default function Page() {
  useEffect(() => void started.then(() => import('../app.js')), [])
  return (
    <>
      <h1>Orders</h1>
      <rillbox-playground></rillbox-playground>
    </>
  )
}
