import { Command } from 'commander';
import { CommandError, note, print } from '../../terminal.ts';
import {
  type HomeOption,
  type ListOptions,
  numberOf,
  organizationOf,
  printList,
  withAdmin,
  withHome,
  withListOptions,
} from './withAdmin.ts';

export function jobsCommand(): Command {
  const jobs = new Command('jobs').description('background jobs');
  withListOptions(jobs.command('list').option('--all', 'ended ones too, the newest first'))
    .description('open jobs, the oldest first')
    .action(async (options: ListOptions) => {
      const organization = organizationOf(options);
      const rows = await withAdmin(options, (admin) => admin.listJobs(organization, options.all === true));
      printList(rows, options, 'There are no open jobs.');
    });
  withHome(jobs.command('stop'))
    .description('stop a job: points that were charged stay so, the others are skipped')
    .argument('<id>', 'id of the job')
    .action(async (id: string, options: HomeOption) => {
      await withAdmin(options, (admin) => admin.stopJob(id));
      print(`Job ${id} is stopped.`);
    });
  return jobs;
}

export function holdsCommand(): Command {
  const holds = new Command('holds').description('credits that are held for runs and jobs');
  withListOptions(holds.command('list'))
    .description('open holds, the oldest first; one with a lease below 0 seconds is of a lost run')
    .action(async (options: ListOptions) => {
      const organization = organizationOf(options);
      const rows = await withAdmin(options, (admin) => admin.listHolds(organization));
      printList(rows, options, 'There are no open holds.');
    });
  return holds;
}

export function deliveriesCommand(): Command {
  const deliveries = new Command('deliveries').description('deliveries of webhooks');
  withListOptions(deliveries.command('list').option('--all', 'delivered ones too'))
    .description('deliveries that wait or have failed, the newest first')
    .action(async (options: ListOptions) => {
      const organization = organizationOf(options);
      const rows = await withAdmin(options, (admin) => admin.listDeliveries(organization, options.all === true));
      printList(rows, options, 'No deliveries wait, and none have failed.');
    });
  withHome(deliveries.command('resend'))
    .description('send a delivery that has ended once more, with the same event and id')
    .argument('<id>', 'number of the delivery')
    .action(async (text: string, options: HomeOption) => {
      const id = numberOf(text, 'a delivery');
      await withAdmin(options, (admin) => admin.resendDelivery(id));
      print(`Delivery ${id} is sent again.`);
    });
  return deliveries;
}

export function correctionsCommand(): Command {
  const corrections = new Command('corrections').description('what organizations say of stores in place of the lists');
  withListOptions(corrections.command('list'))
    .description('corrections in force, the newest first; those without an organization hold for everybody')
    .action(async (options: ListOptions) => {
      const organization = organizationOf(options);
      const rows = await withAdmin(options, (admin) => admin.listCorrections(organization));
      printList(rows, options, 'There are no corrections in force.');
    });
  withHome(corrections.command('take-over'))
    .description('let a correction of an organization hold for everybody, without its reason and its author')
    .argument('<id>', 'number of the correction')
    .action(async (text: string, options: HomeOption) => {
      const id = numberOf(text, 'a correction');
      const made = await withAdmin(options, (admin) => admin.takeOverCorrection(id));
      print(`Correction ${id} holds for everybody, as number ${made}.`);
    });
  withHome(corrections.command('undo'))
    .description("take a correction of the operator's back")
    .argument('<id>', 'number of the correction')
    .action(async (text: string, options: HomeOption) => {
      const id = numberOf(text, 'a correction');
      await withAdmin(options, (admin) => admin.undoCorrection(id));
      print(`Correction ${id} is undone.`);
    });
  return corrections;
}

export function ledgerCommand(): Command {
  const ledger = new Command('ledger').description('the credit ledger');
  withHome(ledger.command('check').option('--json', 'print as JSON'))
    .description('compare the books with their invariants; exit code 1 where they are wrong')
    .action(async (options: ListOptions) => {
      const violations = await withAdmin(options, (admin) => admin.checkLedger());
      if (options.json || violations.length > 0) printList(violations, options, '');
      else note('The ledger is right.');
      if (violations.length > 0) throw new CommandError(`The ledger is wrong in ${violations.length} places.`);
    });
  return ledger;
}
