import type { Db, Tx } from './db.ts'

/** Somebody who may ask what is held about them, and that it be gone: with an account or without. */
export interface DataSubject {
  readonly userId: string | undefined
  /** In lower case: the one they named, and those of their account. */
  readonly addresses: readonly string[]
}

/** What one resource holds about people. Each has one, and src/personal-data.ts lists them. */
export interface PersonalData {
  /** By name, as it stands in the file that a person is given. What is empty says nothing about anybody. */
  export(db: Db, subject: DataSubject): Promise<Readonly<Record<string, readonly unknown[]>>>
  /** Leaves what others need, without anything that leads to the person. Answers how much of what went. */
  erase(tx: Tx, subject: DataSubject): Promise<Readonly<Record<string, number>>>
}
