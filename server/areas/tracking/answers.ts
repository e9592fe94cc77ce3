import type { ServerResponse } from 'node:http'
import { errorCatalog, type ErrorCode } from '#contract/core/errors.ts'

/** Any site may send hits and read the responses; no cookie is ever read or set here. */
const open = ['Access-Control-Allow-Origin', '*']

/** A transparent GIF of one pixel. */
const image = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export const answerStored = (response: ServerResponse): void => {
  response.writeHead(204, open).end()
}

export const answerImage = (response: ServerResponse): void => {
  const headers = ['Content-Type', 'image/gif', 'Content-Length', String(image.length), 'Cache-Control', 'no-store']
  response.writeHead(200, [...headers, 'Cross-Origin-Resource-Policy', 'cross-origin', ...open]).end(image)
}

/** A response to the debugger, never cached. */
export function answerJson(response: ServerResponse, answer: object): void {
  const body = Buffer.from(JSON.stringify(answer))
  const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)]
  const guards = ['X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store']
  response.writeHead(200, [...open, ...headers, ...guards]).end(body)
}

/** Lets browsers cache the CORS preflight for a day: those of sites that call /collect themselves. */
export const answerPreflight = (response: ServerResponse): void => {
  const allowHeaders = ['Access-Control-Allow-Methods', 'POST', 'Access-Control-Allow-Headers', 'content-type, sec-gpc']
  response.writeHead(204, [...open, ...allowHeaders, 'Access-Control-Max-Age', '86400']).end()
}

export interface Refusal {
  code: ErrorCode
  message?: string
  field?: string
  /** The server's time, for the visitor's clock. */
  now?: number
  retryAfterSeconds?: number
  /** The rest of the body is not read: the connection closes after this response. */
  close?: boolean
}

export function refuse(response: ServerResponse, requestId: string, refusal: Refusal): void {
  const { status, message } = errorCatalog[refusal.code]
  const { code, field, now } = refusal
  const body = Buffer.from(
    JSON.stringify({ result: 'failed', code, message: refusal.message ?? message, field, now, request_id: requestId }),
  )
  const headers = [...open, 'Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)]
  if (refusal.retryAfterSeconds) headers.push('Retry-After', String(refusal.retryAfterSeconds))
  if (refusal.close) headers.push('Connection', 'close')
  response.writeHead(status, [...headers, 'X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store']).end(body)
}
