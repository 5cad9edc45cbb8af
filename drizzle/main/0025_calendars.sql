CREATE TABLE `learned_markets` (
	`symbol` text NOT NULL,
	`server` text NOT NULL,
	`since` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`symbol`, `server`)
);
