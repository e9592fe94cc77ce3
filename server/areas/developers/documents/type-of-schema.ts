/** The part of JSON Schema that our documents use. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name)
const plainTypes: Readonly<Record<string, string>> = { integer: 'number', null: 'null' }

/** A schema as a TypeScript type. `indent` is that of the line where it starts. */
export function typeOfSchema(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((one) => typeOfSchema(one, indent)))].join(' | ')
  if (schema.type === 'array') return arrayOf(typeOfSchema(schema.items ?? {}, indent))
  if (schema.type === 'object') return objectOf(schema, indent)
  if (typeof schema.type === 'string') return plainTypes[schema.type] ?? schema.type
  return Array.isArray(schema.type) ? schema.type.map((one) => plainTypes[one] ?? one).join(' | ') : 'unknown'
}

const arrayOf = (type: string): string => (/[| ]/.test(type) && !type.startsWith('{') ? `(${type})[]` : `${type}[]`)

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const names = Object.keys(properties)
  if (names.length === 0)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${typeOfSchema(additionalProperties, indent)}>`
      : 'Record<string, unknown>'
  const inner = `${indent}  `
  const lines = Object.entries(properties).flatMap(([name, property]) => [
    ...(property.description === undefined ? [] : [`${inner}/** ${property.description} */`]),
    `${inner}${isName(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOfSchema(property, inner)}`,
  ])
  return ['{', ...lines, `${indent}}`].join('\n')
}
