#!/usr/bin/env bash
# A saga of @nestjs/cqrs that throws once is off until the process starts anew; an event handler that throws handles the next event.
#
# @nestjs/cqrs 12.0.0. Guess: the error of a saga is logged and published as unhandled, as that of an event handler and of a saga's command is, and
# the saga goes on with the next event. Seen: it is logged and published in the same way, and then its stream ends: no event
# starts a command any more, without another word. A try inside each operator, or `rxjs`' `retry()` behind it, keeps it going.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @nestjs/common@12.5.1 @nestjs/core@12.5.1 @nestjs/cqrs@12.0.0 reflect-metadata@0.2.2 rxjs@7.8.2
cat >look.mjs <<'JS'
import 'reflect-metadata'
import { setTimeout as pause } from 'node:timers/promises'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { CommandHandler, CqrsModule, EventBus, EventsHandler, ofType, Saga, UnhandledExceptionBus } from '@nestjs/cqrs'
import { map, retry } from 'rxjs'

class OrderPlaced {
  constructor(number) {
    this.number = number
  }
}
class Ship {
  constructor(number, by) {
    Object.assign(this, { number, by })
  }
}
const done = { 'the handler': [], 'the saga': [], 'the saga with retry': [] }
function fail(number, at, where) {
  if (number === at) throw new Error(where)
}
class Handler {
  handle({ number }) {
    fail(number, 2, 'in the handler')
    done['the handler'].push(number)
  }
}
class Shipping {
  async execute({ number, by }) {
    fail(number, 3, 'in a command')
    done[by].push(number)
  }
}
class Sagas {
  plain = (events) => events.pipe(ofType(OrderPlaced), map(({ number }) => fail(number, 4, 'in the saga') ?? new Ship(number, 'the saga')))
  retried = (events) =>
    events.pipe(ofType(OrderPlaced), map(({ number }) => fail(number, 4, 'in the saga') ?? new Ship(number, 'the saga with retry')), retry())
}
EventsHandler(OrderPlaced)(Handler)
CommandHandler(Ship)(Shipping)
Saga()(Sagas.prototype, 'plain')
Saga()(Sagas.prototype, 'retried')
class Shop {}
Module({ imports: [CqrsModule.forRoot()], providers: [Handler, Shipping, Sagas] })(Shop)

const shop = await NestFactory.createApplicationContext(Shop, { logger: false })
const unhandled = []
shop.get(UnhandledExceptionBus).subscribe(({ exception }) => unhandled.push(exception.message))
for (let number = 1; number <= 6; number += 1) {
  shop.get(EventBus).publish(new OrderPlaced(number))
  await pause(20)
}
for (const [name, numbers] of Object.entries(done)) console.log(`${name}: ${numbers.join(' ')}`)
console.log(`unhandled: ${unhandled.join(', ')}`)
process.exit()
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'the handler: 1 3 4 5 6
the saga: 1 2
the saga with retry: 1 2 5 6
unhandled: in the handler, in a command, in a command, in the saga' ]
