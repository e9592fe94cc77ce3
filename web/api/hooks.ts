import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { AnswerOf, Operation } from '#contract/core/operation.ts'
import { call, type AnyInput, type CallInput } from './call.ts'
import { asFailure, isCanceled, type CallFailure } from './failure.ts'

/** Cache key: the operation's name, then its input. Invalidating the name alone invalidates every input. */
export const keyOf = (operation: Operation, input: AnyInput = {}): readonly unknown[] => [
  operation.name,
  input.params ?? {},
  input.query ?? {},
  ...(input.body === undefined ? [] : [input.body]),
]

/** Query options for a read, as the query cache expects them. */
export type Read<Answer = unknown> = {
  queryKey: readonly unknown[]
  queryFn: (given: { signal: AbortSignal }) => Promise<Answer>
}

export const readOf = <O extends Operation>(operation: O, input: CallInput<O>): Read<AnswerOf<O>> => ({
  queryKey: keyOf(operation, input as AnyInput),
  queryFn: ({ signal }) =>
    call(operation, { ...input, signal }).catch((error: unknown) => {
      throw error instanceof DOMException ? error : asFailure(error)
    }),
})

export type CallOptions = {
  /** False delays the call until its input is known. */
  enabled?: boolean
  /** Polls while the page is visible; for work in progress. */
  refetchEvery_ms?: number | false
  /** Refetches on every mount and every window focus; for data that changes elsewhere. */
  alwaysFresh?: boolean
  /** Keeps showing the previous page while the next one loads (lists). */
  keepPrevious?: boolean
}

/** Reads an operation through the query cache. */
export function useCall<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): UseQueryResult<AnswerOf<O>, CallFailure> {
  return useQuery<AnswerOf<O>, CallFailure>({
    ...readOf(operation, input),
    enabled: options.enabled,
    refetchInterval: options.refetchEvery_ms,
    ...(options.alwaysFresh && {
      staleTime: 0,
      refetchOnMount: 'always' as const,
      refetchOnWindowFocus: 'always' as const,
    }),
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
  })
}

type InputOf<O extends Operation> = CallInput<O> & { form?: FormData }

export type ActionOptions<O extends Operation> = {
  /** Operations whose cached responses this write changes: list each by name, never "everything". */
  invalidates: readonly Operation[]
  onDone?: (answer: AnswerOf<O>, input: InputOf<O>) => void
}

type Mutation<O extends Operation> = UseMutationResult<AnswerOf<O>, CallFailure, InputOf<O>>

/** What a call's sender does about its outcome. */
type Outcome<Answer> = { onSuccess?: (answer: Answer) => void; onError?: (failure: CallFailure) => void }

/** Replaced in each state of the mutation, because its states are told apart by their other fields. */
type Replaced<State, Mutate> = State extends unknown ? Omit<State, 'mutate'> & { mutate: Mutate } : never

export type Action<O extends Operation> = Replaced<
  Mutation<O>,
  (input: InputOf<O>, outcome?: Outcome<AnswerOf<O>>) => void
>

/**
 * Reports the outcome of every call. The library's own `mutate` reports only the last one, and none once the component
 * is gone, so a quick second click or a change of page would hide a failure. A success is reported only while `isThere`:
 * whoever has left a page must not be taken elsewhere by it. A call that the user stopped has not failed.
 */
export function reportOutcome<Answer>(
  response: Promise<Answer>,
  { onSuccess, onError }: Outcome<Answer>,
  isThere: () => boolean,
): void {
  response.then(
    (answer) => isThere() && onSuccess?.(answer),
    (failure: CallFailure) => (isCanceled(failure) ? undefined : onError?.(failure)),
  )
}

/** A mutation whose call the user stopped is ready to be sent again. */
const idle = { status: 'idle', error: null, isError: false, isIdle: true } as const

/** Runs a write operation, then invalidates the reads it lists. Never retried automatically. */
export function useAction<O extends Operation>(operation: O, options: ActionOptions<O>): Action<O> {
  const client = useQueryClient()
  const mutation = useMutation<AnswerOf<O>, CallFailure, InputOf<O>>({
    mutationKey: [operation.name],
    mutationFn: (input) =>
      call(operation, input).catch((error: unknown) => {
        throw asFailure(error)
      }),
    onSuccess: async (answer, input) => {
      await Promise.all(options.invalidates.map((one) => client.invalidateQueries({ queryKey: [one.name] })))
      options.onDone?.(answer, input)
    },
  })
  const { mutateAsync } = mutation
  const there = useRef(false)
  useEffect(() => {
    there.current = true
    return () => {
      there.current = false
    }
  }, [])
  // The cast names what the library's rest parameters come to, which a type parameter keeps open.
  const send = mutateAsync as (input: InputOf<O>) => Promise<AnswerOf<O>>
  const mutate = useCallback(
    (input: InputOf<O>, outcome: Outcome<AnswerOf<O>> = {}) => reportOutcome(send(input), outcome, () => there.current),
    [send],
  )
  const state = isCanceled(mutation.error) ? { ...mutation, ...idle } : mutation
  return { ...state, mutate } as Action<O>
}
