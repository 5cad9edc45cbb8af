CREATE TABLE `agent_rights` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`agent_id` integer NOT NULL,
	`app_id` integer NOT NULL,
	`pause_open` integer DEFAULT false NOT NULL,
	`pause_add` integer DEFAULT false NOT NULL,
	`close_all` integer DEFAULT false NOT NULL,
	`unbind` integer DEFAULT false NOT NULL,
	`rebind` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`agent_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_rights_agent_app` ON `agent_rights` (`agent_id`,`app_id`);--> statement-breakpoint
CREATE TABLE `allocation_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`allocation_id` integer NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`quota` integer NOT NULL,
	`price` integer NOT NULL,
	`closed` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `allocation_changes_allocation` ON `allocation_changes` (`allocation_id`,`id`);--> statement-breakpoint
CREATE TABLE `allocations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`agent_id` integer NOT NULL,
	`parent_id` integer,
	`app_id` integer NOT NULL,
	`type` text NOT NULL,
	`seconds` integer NOT NULL,
	`left` integer,
	`unit` text,
	`amount` integer,
	`quota` integer NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	`price` integer NOT NULL,
	`closed` integer DEFAULT false NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`agent_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "allocations_within_quota" CHECK(used >= 0 AND used <= quota),
	CONSTRAINT "allocations_price" CHECK(price >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `allocations_worth` ON `allocations` (`agent_id`,`app_id`,`type`,`seconds`,coalesce("left", -1));--> statement-breakpoint
CREATE INDEX `allocations_app` ON `allocations` (`app_id`);--> statement-breakpoint
CREATE INDEX `allocations_parent` ON `allocations` (`parent_id`);--> statement-breakpoint
CREATE TABLE `sales` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code_id` integer,
	`kami` text NOT NULL,
	`app_id` integer NOT NULL,
	`allocation_id` integer NOT NULL,
	`agent_id` integer NOT NULL,
	`price` integer NOT NULL,
	`sale_price` integer,
	`customer` text DEFAULT '' NOT NULL,
	`contact` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`taken_at` integer NOT NULL,
	`sold_at` integer,
	`refunded_at` integer,
	`transaction_id` integer NOT NULL,
	FOREIGN KEY (`code_id`) REFERENCES `codes`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`agent_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sales_code` ON `sales` (`code_id`);--> statement-breakpoint
CREATE INDEX `sales_agent` ON `sales` (`agent_id`,`taken_at`);--> statement-breakpoint
CREATE INDEX `sales_app` ON `sales` (`app_id`,`taken_at`);--> statement-breakpoint
CREATE INDEX `sales_allocation` ON `sales` (`allocation_id`);--> statement-breakpoint
CREATE TABLE `ledger_accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`book_id` integer NOT NULL,
	`kind` text NOT NULL,
	`agent_id` integer,
	`balance` integer DEFAULT 0 NOT NULL,
	`credit` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`book_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agent_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_accounts_covered" CHECK(kind <> 'agent' OR balance + credit >= 0),
	CONSTRAINT "ledger_accounts_credit" CHECK(credit >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_accounts_of` ON `ledger_accounts` (`book_id`,`kind`,coalesce(agent_id, 0));--> statement-breakpoint
CREATE INDEX `ledger_accounts_agent` ON `ledger_accounts` (`agent_id`);--> statement-breakpoint
CREATE TABLE `ledger_transactions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`book_id` integer NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`reference` text NOT NULL,
	`note` text NOT NULL,
	`by_id` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_transactions_key` ON `ledger_transactions` (`book_id`,`key`);--> statement-breakpoint
CREATE INDEX `ledger_transactions_book` ON `ledger_transactions` (`book_id`,`at`);--> statement-breakpoint
CREATE TABLE `ledger_transfers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`transaction_id` integer NOT NULL,
	`from_id` integer NOT NULL,
	`to_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`what` text NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`transaction_id`) REFERENCES `ledger_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_id`) REFERENCES `ledger_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_id`) REFERENCES `ledger_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_transfers_positive" CHECK(amount > 0),
	CONSTRAINT "ledger_transfers_two" CHECK(from_id <> to_id)
);
--> statement-breakpoint
CREATE INDEX `ledger_transfers_transaction` ON `ledger_transfers` (`transaction_id`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_from` ON `ledger_transfers` (`from_id`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_to` ON `ledger_transfers` (`to_id`,`id`);--> statement-breakpoint
CREATE TABLE `risk_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`device_id` integer NOT NULL,
	`app_id` integer NOT NULL,
	`at` integer NOT NULL,
	`value` real,
	`threshold` real,
	`outbox_key` text
);
--> statement-breakpoint
CREATE INDEX `risk_events_device` ON `risk_events` (`device_id`,`at`);--> statement-breakpoint
CREATE INDEX `risk_events_app` ON `risk_events` (`app_id`,`at`);--> statement-breakpoint
CREATE TABLE `risk_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`owner_id` integer NOT NULL,
	`by_id` integer NOT NULL,
	`by` text NOT NULL,
	`note` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `risk_notes_key` ON `risk_notes` (`key`);--> statement-breakpoint
CREATE INDEX `risk_notes_at` ON `risk_notes` (`at`);--> statement-breakpoint
ALTER TABLE `operators` ADD `parent_id` integer REFERENCES operators(id);--> statement-breakpoint
CREATE INDEX `operators_parent` ON `operators` (`parent_id`) WHERE parent_id IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `ledger_balances_follow` AFTER INSERT ON `ledger_transfers` BEGIN UPDATE `ledger_accounts` SET `balance` = `balance` - NEW.`amount` WHERE `id` = NEW.`from_id`; UPDATE `ledger_accounts` SET `balance` = `balance` + NEW.`amount` WHERE `id` = NEW.`to_id`; END;--> statement-breakpoint
CREATE TRIGGER `ledger_one_book` BEFORE INSERT ON `ledger_transfers` WHEN (SELECT count(*) FROM `ledger_accounts` WHERE `id` IN (NEW.`from_id`, NEW.`to_id`) AND `book_id` = (SELECT `book_id` FROM `ledger_transactions` WHERE `id` = NEW.`transaction_id`)) <> 2 BEGIN SELECT RAISE(ABORT, 'a transfer is within one book'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_transfers_are_never_changed` BEFORE UPDATE ON `ledger_transfers` BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_transfers_are_never_deleted` BEFORE DELETE ON `ledger_transfers` BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_transactions_are_never_changed` BEFORE UPDATE ON `ledger_transactions` BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_transactions_are_never_deleted` BEFORE DELETE ON `ledger_transactions` BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `allocation_changes_are_never_changed` BEFORE UPDATE ON `allocation_changes` BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `allocation_changes_are_never_deleted` BEFORE DELETE ON `allocation_changes` BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
