import { expect, test } from 'vitest'
import { migrationsFolder, readMigrations } from './migrate.ts'
import { splitStatements } from './split-statements.ts'

test('a text is split at the ends of its statements, with or without a last semicolon', () => {
  expect(splitStatements('select 1; select 2;\nselect 3')).toEqual(['select 1', ' select 2', '\nselect 3'])
  expect(splitStatements('select 1;\n-- the end;\n/* really; */\n')).toEqual(['select 1'])
})

test.each([
  ['a string', `select 'a;b''c;d'`],
  ['a quoted name', 'select 1 as "a;b"'],
  ['a comment', 'select 1 -- one; not two, it isn’t\n + 1 /* nor; three */'],
  ['a function', 'create function one() returns integer language plpgsql as $$ begin return 1; end $$'],
  ['a function with a named quote', `do $body$ begin execute $$select ';'$$; end $body$`],
  ['a parameter', 'prepare one as select $1::text || $2'],
])('a semicolon in %s ends no statement', (_, text) => {
  expect(splitStatements(`${text}; select 2`)).toEqual([text, ' select 2'])
})

test('no statement of a migration is lost', () => {
  for (const { name, text } of readMigrations(migrationsFolder)) {
    const statements = splitStatements(text)
    expect(statements.length, name).toBeGreaterThan(0)
    const letters = (of: string): string => of.replaceAll(/--.*$/gm, '').replaceAll(/[\s;]/g, '')
    expect(letters(statements.join(';')), name).toBe(letters(text))
  }
})
