import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'

/** A copy of the source tree, on which a test carries out recipes of CONTRIBUTING. */

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** Made by programs, and not of the sources. */
const MADE = /\/(\.built|\.data|\.git|coverage|dist|node_modules)(\/|$)/

/** Text that is put before another text of a file, which has it once. */
export interface Insertion {
  readonly before: string
  readonly added: string
}

export type Changes = Readonly<Record<string, string | readonly Insertion[]>>

export interface Recipe {
  readonly heading: string
  /** The row of the table, with which it begins. */
  readonly begins: Changes
  /** The files that the compiler names then. */
  readonly compiler: readonly string[]
  /** The changes that only tests ask for. */
  readonly tests?: Changes
  readonly rest: Changes
}

export interface CopiedTree {
  readonly folder: string
  write(path: string, content: string | readonly Insertion[]): void
  /** The files of which the compiler says something. */
  compilerNames(project: string): Promise<string[]>
  /** Runs a program of the copy; returns what it printed, and whether it ended well. */
  node(...args: readonly string[]): Promise<{ readonly ok: boolean; readonly said: string }>
  /** The files that differ from those of this tree, or are not in it. */
  changed(): string[]
}

export function copiedTree(isWanted: (path: string) => boolean): CopiedTree {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-recipes-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const filter = (path: string) =>
    path === root || (!MADE.test(path.slice(root.length)) && isWanted(path.slice(root.length)))
  cpSync(root, folder, { recursive: true, filter })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  const node: CopiedTree['node'] = async (...args) => {
    // A test runner within a test would report to it instead of printing.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    return await run(process.execPath, args, { cwd: folder, maxBuffer: 1e8, env }).then(
      ({ stdout, stderr }) => ({ ok: true, said: stdout + stderr }),
      ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ ok: false, said: stdout + stderr }),
    )
  }
  return {
    folder,
    node,
    write(path, content) {
      const at = join(folder, path)
      mkdirSync(dirname(at), { recursive: true })
      if (typeof content === 'string') return writeFileSync(at, content)
      for (const { before, added } of content) {
        const parts = readFileSync(at, 'utf8').split(before)
        if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times: ${before}`)
        writeFileSync(at, parts.join(`${added}${before}`))
      }
    },
    async compilerNames(project) {
      const compiler = join(root, 'node_modules/typescript/bin/tsc')
      const { said } = await node(compiler, '--noEmit', '--incremental', 'false', '-p', project)
      return [...said.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file)
    },
    changed: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(one => one.isFile())
        .map(one => join(one.parentPath, one.name).slice(folder.length + 1))
        .filter(path => !MADE.test(`/${path}`))
        .filter(path => {
          const original = join(root, path)
          return !existsSync(original) || !readFileSync(original).equals(readFileSync(join(folder, path)))
        })
        .sort(),
  }
}
