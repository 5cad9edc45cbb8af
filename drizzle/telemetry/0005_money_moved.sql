CREATE TABLE `days` (
	`device_id` integer NOT NULL,
	`day` integer NOT NULL,
	`equity_first` real,
	`equity` real,
	`balance_first` real,
	`balance` real,
	`equity_min` real,
	`equity_max` real,
	`dd_max` real,
	`positions` real,
	`deposits` real NOT NULL,
	`withdrawals` real NOT NULL,
	PRIMARY KEY(`device_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `history` ADD `deposits` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `history` ADD `withdrawals` real DEFAULT 0 NOT NULL;