CREATE TABLE `history` (
	`device_id` integer NOT NULL,
	`tier` integer NOT NULL,
	`at` integer NOT NULL,
	`equity_min` real,
	`equity_max` real,
	`equity` real,
	`balance` real,
	`dd_max` real,
	`positions` real,
	PRIMARY KEY(`device_id`, `tier`, `at`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `latest` (
	`device_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`equity` real,
	`balance` real,
	`dd` real,
	`positions` real,
	`buy_pos` real,
	`sell_pos` real,
	`float_pnl` real,
	`margin_level` real,
	`interval` real NOT NULL,
	`symbol` text DEFAULT '' NOT NULL,
	`ip` text DEFAULT '' NOT NULL
);
