import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'

/** The environment of PostgreSQL's programs, without the operator's PG* variables. */
export const env = { LC_ALL: 'C', PATH: process.env.PATH ?? '/usr/bin:/bin' }

/** Undefined when the file cannot be read. */
export function read(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The line of a program's output that explains its failure. */
export function errorLine(output: string): string {
  const lines = output.split('\n').filter(line => line.trim())
  const line = lines.findLast(each => /FATAL|PANIC|ERROR|error:/.test(each)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(FATAL|PANIC|ERROR): +/, '').trim()
}

/** A killed process stays a zombie until its parent has asked for its end: in a container without an init for ever. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  return !/\) [ZX] [^)]*$/.test(read(`/proc/${pid}/stat`) ?? '')
}

export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
export const token = () => randomBytes(4).toString('hex')
export const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
