import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { proveOn } from './confirm-identity.ts'
import type { Login } from './people.ts'
import { preparedWorld } from './prepared-world.ts'
import { startProgram, type RunningProgram } from './program.ts'
import { openBrowser, signIn, Stage } from './stage.ts'
import { say } from './texts.ts'

/** A journey's own program and world, whose clock it may move. */
export interface OwnProgram {
  stage: Stage
  port: number
  /** A page of somebody at a URL. Each gets one page, because the form accepts only five sign-ins a minute. */
  open: (login: Login, path: string) => Promise<Page>
}

/** Starts a program for the tests of a file: with the usual past, or with this many days of it. */
export function useOwnProgram(days?: number): () => OwnProgram {
  let program: RunningProgram
  let stage: Stage
  const pages = new Map<Login, Page>()

  beforeAll(async () => {
    program = await startProgram(days === undefined ? preparedWorld() : { DEMO_DAYS: String(days) })
    stage = new Stage(await openBrowser(), program.port)
  }, 300_000)
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stage.savePictures(task.name)
  })
  afterAll(async () => {
    try {
      expect(await stage?.clear(), 'errors, or requests to elsewhere').toEqual([])
    } finally {
      await program?.stop()
    }
  })

  const open = async (login: Login, path: string): Promise<Page> => {
    let page = pages.get(login)
    if (!page) {
      page = await stage.newPage()
      await signIn(page, stage.origin(login.host), login, say('en'))
      await proveOn(page, login.password)
      pages.set(login, page)
    }
    await page.goto(stage.origin(login.host) + path)
    return page
  }
  return () => ({ stage, port: program.port, open })
}
