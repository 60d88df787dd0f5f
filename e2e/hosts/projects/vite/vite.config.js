import { defineConfig } from 'vite'
import { rillbox } from 'rillbox/vite'

export default defineConfig({
  plugins: [rillbox({ build: true })],
  // For top-level await.
  build: { target: 'es2023' },
})
