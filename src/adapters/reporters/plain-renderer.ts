import { type ListrRenderer, type ListrTaskObject, ListrTaskState } from 'listr2'
import { paintFor } from '../../paint.ts'

// biome-ignore lint/suspicious/noExplicitAny: listr2 types a task by the renderers it knows, and this is another one
type Task = ListrTaskObject<any, any, any>

/** For logs and screen readers: one line when something begins, one when it ends, nothing drawn over. */
export class PlainRenderer implements ListrRenderer {
  static nonTTY = true
  static rendererOptions: never
  static rendererTaskOptions: never
  private readonly tasks: Task[]
  private readonly paint = paintFor(process.stdout)

  constructor(tasks: Task[]) {
    this.tasks = tasks
  }

  render(): void {
    this.follow(this.tasks, '')
  }

  end(): void {}

  private follow(tasks: readonly Task[], indent: string): void {
    for (const task of tasks) {
      task.on('SUBTASK' as never, (subtasks: Task[]) => this.follow(subtasks, `${indent}  `))
      task.on('STATE' as never, (state: ListrTaskState) => {
        const line = task.hasTitle() ? this.lineFor(task, state, indent) : null
        if (line) process.stdout.write(`${indent}${line}\n`)
      })
    }
  }

  private lineFor(task: Task, state: ListrTaskState, indent: string): string | null {
    switch (state) {
      case ListrTaskState.STARTED:
        // A loop begins with its reviewers, or not at all.
        return indent === '' ? null : `  ${task.initialTitle} …`
      case ListrTaskState.SKIPPED:
        return `${this.paint.dim('·')} ${task.message?.skip ?? task.initialTitle}`
      case ListrTaskState.COMPLETED:
      case ListrTaskState.FAILED:
        return `${hasFailed(task) ? this.paint.red('✖') : this.paint.green('✔')} ${task.title}`
      default:
        return null
    }
  }
}

const hasFailed = (task: Task): boolean =>
  task.hasFailed() || (task.subtasks ?? []).some((sub: Task) => sub.hasFailed())
