'use client'

import { useEffect } from 'react'

export default function Page() {
  useEffect(() => void import('../src/app.js'), [])
  return <h1>Orders</h1>
}
