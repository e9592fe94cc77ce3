import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { remembered } from './messages.ts'

/** Lets texts hold plurals and choices (`{count, plural, one {# client} other {# clients}}`). */
export function enablePlurals(): void {
  i18n.setMessagesCompiler(remembered((text) => compileMessage(text)))
}
