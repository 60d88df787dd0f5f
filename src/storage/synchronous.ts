// Runs the transactions of a storage that answers at once: one after the other, because they would not end sooner together.

import type { Position } from '../base/events/events.ts'
import { OneByOne } from '../base/time/one-by-one.ts'
import { createTimeSlice, nextTask, yieldToOthers } from '../base/time/time-slice.ts'
import { Activity } from './auto-commit.ts'
import { closedError } from './errors.ts'
import type { Operations } from './guarded.ts'
import { guarded } from './guarded.ts'
import { Changes, createHints } from './hints.ts'
import type { CommitHint, Storage, WriteTransaction } from './storage.ts'

export interface SynchronousEngine {
  readonly operations: Omit<Operations, 'answerAtOnce' | 'letOthersRun' | 'mostIds'>
  /** Called in front of the operations of a group of writers. */
  begin(): void
  /** Where it throws, `abort` follows. */
  commit(): void
  /** Undoes all operations since `begin`. */
  abort(): void
  /** One writer of a group. */
  readonly part: {
    begin(): void
    /** @returns the end of the log. */
    end(): Position
    /** Undoes the operations since `begin`. Where it throws, the group is lost. */
    undo(): void
  }
  /** Whether the writers of one task share a commit, because that costs as much as a write. */
  readonly sharesCommits: boolean
  close(): void
  /** @returns the error for the user in place of one of the engine; anything else unchanged. */
  errorFor(error: unknown): unknown
}

/** Writers that wait for the same commit, and readers that have seen what they wrote. */
interface Group {
  readonly hints: CommitHint[]
  readonly committed: Promise<void>
  end(failure?: { readonly error: unknown }): void
}

export function synchronousStorage(engine: SynchronousEngine): Storage {
  const turns = new OneByOne()
  const groups = new Groups(engine, turns)
  // All others wait for their turn meanwhile.
  const operations: Operations = { ...engine.operations, answerAtOnce: true, letOthersRun: yieldToOthers, mostIds: 1024 }
  let closing: Promise<void> | undefined
  const run = async <T>(kind: 'read' | 'write', work: (tx: WriteTransaction) => Promise<T>): Promise<T> => {
    if (closing) throw closedError()
    const end = await turns.take()
    const changes = kind === 'write' ? new Changes() : undefined
    const activity = new Activity(() => {
      if (changes) groups.keep(changes)
      end()
    })
    let group: Group | undefined
    try {
      group = changes ? groups.join() : groups.present
      const result = await work(guarded(operations, activity, changes))
      if (activity.end()) {
        if (changes) groups.keep(changes)
        end()
      }
      if (group) await group.committed
      return result
    } catch (error) {
      if (activity.end()) {
        if (changes && group) groups.undo(error)
        end()
      }
      throw engine.errorFor(error)
    }
  }
  return {
    name: undefined,
    read: (work) => run('read', work),
    write: (work) => run('write', work),
    onCommit: (listener) => groups.hints.listen(listener),
    close: () =>
      (closing ??= turns.ended.then(() => {
        groups.commit()
        engine.close()
      })),
  }
}

class Groups {
  readonly hints = createHints()
  readonly #engine: SynchronousEngine
  readonly #turns: OneByOne
  /** The one that is not committed yet. */
  present: Group | undefined

  constructor(engine: SynchronousEngine, turns: OneByOne) {
    this.#engine = engine
    this.#turns = turns
  }

  /** Begins a writer's part. */
  join(): Group {
    if (!this.present) {
      this.#engine.begin()
      this.present = newGroup()
      if (this.#engine.sharesCommits) void this.#commitSoon()
    }
    const group = this.present
    try {
      this.#engine.part.begin()
    } catch (error) {
      this.#lose(error)
      throw error
    }
    return group
  }

  /** Ends a writer's part. A failure is that of the group. */
  keep(changes: Changes): void {
    try {
      const hint = changes.hint(this.#engine.part.end())
      if (hint) this.present!.hints.push(hint)
    } catch (error) {
      this.#lose(error)
    }
    if (!this.#engine.sharesCommits) this.commit()
  }

  /** Ends a writer's part that failed. @param cause where it cannot be undone alone, the others failed for the same reason. */
  undo(cause: unknown): void {
    try {
      this.#engine.part.undo()
    } catch {
      this.#lose(cause)
    }
    if (!this.#engine.sharesCommits) this.commit()
  }

  commit(): void {
    const group = this.#write()
    if (group) this.#acknowledge(group)
  }

  /** Behind the transactions that the present task has begun. */
  async #commitSoon(): Promise<void> {
    await nextTask()
    const timeSlice = createTimeSlice()
    const end = await this.#turns.take()
    // The last of them may have written much in this task.
    await timeSlice.end()
    const group = this.#write()
    // Those who hear of a long commit have work of their own.
    await timeSlice.end()
    if (group) this.#acknowledge(group)
    end()
  }

  /** @returns the group that is committed; undefined if there is none, or it failed. */
  #write(): Group | undefined {
    const group = this.present
    if (!group) return undefined
    try {
      this.#engine.commit()
    } catch (error) {
      this.#lose(error)
      return undefined
    }
    this.present = undefined
    return group
  }

  #acknowledge(group: Group): void {
    for (const hint of group.hints) this.hints.announce(hint)
    group.end()
  }

  #lose(error: unknown): void {
    const group = this.present
    this.present = undefined
    this.#engine.abort()
    group?.end({ error })
  }
}

function newGroup(): Group {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Each member reports it.
  promise.catch(() => undefined)
  return { hints: [], committed: promise, end: (failure) => (failure ? reject(failure.error) : resolve()) }
}
