import { useEffect, useRef, useState } from 'react'
import type { Operation } from '#contract/core/operation.ts'
import { requestOf, type AnyInput, type CallInput } from './call.ts'
import { CallFailure } from './failure.ts'
import { send } from './request.ts'
import { eventReader, type StreamEvent } from './stream-events.ts'

/**
 * `live`: events arrive as they happen. `waiting`: the connection broke and is reconnecting. `crowded`: other tabs use
 * all streams of the session; retried periodically.
 */
export type StreamState = 'connecting' | 'live' | 'waiting' | 'crowded' | 'refused'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

const pause = (duration_ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, duration_ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** A tab hidden for this long closes its stream, which leaves the session's streams to the tabs in use. */
const HIDDEN_MS = 30_000

/** Resolves as soon as the tab is visible or the signal aborts. */
const untilSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })

/** A signal for one connection: it aborts with the outer signal, or once the tab has been hidden for a while. */
function signalWhileSeen(outer: AbortSignal): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (): void => controller.abort()
  const look = (): void => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(end, HIDDEN_MS)
  }
  const stop = (): void => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    outer.removeEventListener('abort', end)
  }
  document.addEventListener('visibilitychange', look)
  outer.addEventListener('abort', end)
  if (outer.aborted) end()
  look()
  return { signal: controller.signal, stop }
}

async function readAll(response: Response, onEvent: (event: StreamEvent) => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const feed = eventReader(onEvent)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    feed(value)
  }
}

/**
 * Follows a stream of server-sent events over `fetch`, because `EventSource` cannot send the Authorization header.
 * Reconnects from the last event received (`Last-Event-ID`), backing off, until the signal aborts.
 */
async function followStream<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  handlers: { onEvent: (event: StreamEvent) => void; onState: (state: StreamState) => void; signal: AbortSignal },
): Promise<void> {
  let [pause_ms, lastId] = [FIRST_PAUSE_MS, '']
  for (;;) {
    await untilSeen(handlers.signal)
    if (handlers.signal.aborted) return
    let state: StreamState = 'waiting'
    const connection = signalWhileSeen(handlers.signal)
    try {
      const response = await send({
        ...requestOf(operation, input as AnyInput),
        accept: 'text/event-stream',
        signal: connection.signal,
        headers: lastId ? { 'last-event-id': lastId } : {},
      })
      handlers.onState('live')
      pause_ms = FIRST_PAUSE_MS
      await readAll(response, (event) => {
        lastId = event.id || lastId
        handlers.onEvent(event)
      })
    } catch (error) {
      if (error instanceof CallFailure && error.status >= 400 && error.status < 500 && error.status !== 429) {
        handlers.onState('refused')
        return
      }
      if (error instanceof CallFailure && error.status === 429) [state, pause_ms] = ['crowded', LONGEST_PAUSE_MS]
    } finally {
      connection.stop()
    }
    if (handlers.signal.aborted) return
    handlers.onState(state)
    await pause(pause_ms * (0.75 + Math.random() / 2), handlers.signal)
    pause_ms = Math.min(LONGEST_PAUSE_MS, pause_ms * 2)
  }
}

/** Follows a stream while the component is mounted; returns whether events are live. */
export function useStream<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  onEvent: (event: StreamEvent) => void,
): StreamState {
  const [state, setState] = useState<StreamState>('connecting')
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  }, [onEvent])
  const inputText = JSON.stringify(input)
  useEffect(() => {
    const controller = new AbortController()
    void followStream(operation, JSON.parse(inputText) as CallInput<O>, {
      onEvent: (event) => latest.current(event),
      onState: setState,
      signal: controller.signal,
    })
    return () => controller.abort()
  }, [operation, inputText])
  return state
}
