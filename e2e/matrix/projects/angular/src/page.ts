import { Component } from '@angular/core'

@Component({ selector: 'app-root', template: '<h1>Orders</h1>' })
export class Page {
  readonly application = import('./app.js')
}
